# Ends every process that carries a mark in its environment, then removes a folder. It does so when its standard input ends:
# the process that holds the other end closed it, or is gone.
#
#   sh guard.sh FOLDER ROUNDS
#
# The mark is DPGEN_GUARD=FOLDER; this script does not carry it itself. Processes get SIGTERM in the first ROUNDS rounds, so
# that an X server removes its lock, and SIGKILL after them. They are looked up before each signal: in the moment between, a
# process would have to end and the system to use all other numbers before it gives the same one to another process. A
# process shows no environment in the moment in which it starts a program, and may write to the folder after that: so the
# script ends only when two rounds in a row find no process, and the folder was removed in the first of them.
#
# The file `sockets` in the folder names Unix sockets that a killed process leaves on the disk. Those to which no process listens
# any more are removed at last.
folder=$1
rounds=$2
trap '' HUP INT QUIT TERM
while read -r _; do :; done
sockets=$(cat "$folder/sockets" 2>/dev/null)

round=0
removed=
while [ "$round" -lt 100 ]; do
    signal=TERM
    [ "$round" -lt "$rounds" ] || signal=KILL
    marked=
    for environ in $(grep -slF "DPGEN_GUARD=$folder" /proc/[0-9]*/environ); do
        pid=${environ#/proc/}
        pid=${pid%/environ}
        # With the group that it leads, if it leads one.
        marked="$marked -$pid $pid"
    done
    if [ -n "$marked" ]; then
        removed=
        kill -s "$signal" -- $marked 2>/dev/null
    elif rm -rf -- "$folder" 2>/dev/null; then
        [ -z "$removed" ] || break
        removed=1
    fi
    round=$((round + 1))
    sleep 0.01
done
rm -rf -- "$folder"
[ -r /proc/net/unix ] || exit 0
for socket in $sockets; do
    # A server that ended by SIGTERM has removed its socket, and another one may take the same path at any time.
    [ -S "$socket" ] || continue
    # A line ends with the path of an open socket, or with its abstract name.
    grep -qE " @?$socket\$" /proc/net/unix || rm -f -- "$socket"
done
