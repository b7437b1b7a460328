# Ends every process that carries a mark in its environment, once nobody holds the other end of this script's standard
# input, because who started it closed it or is gone, however it went. Then the folder is removed.
#
#   sh guard.sh FOLDER ROUNDS
#
# The mark is DPGEN_KEPT=FOLDER; this script does not carry it itself. Processes are asked to end for so many rounds, so that
# an X server removes its lock; then they have to. They are found afresh before each signal: in the moment between, a
# number would have to be freed and all others to be given away before it comes round. A process shows no environment in
# the moment in which it starts a program, and may write to the folder after that: so nothing is left only when two looks
# one after the other find nobody, and the folder was removed at the first.
folder=$1
rounds=$2
trap '' HUP INT QUIT TERM
while read -r _; do :; done

round=0
removed=
while [ "$round" -lt 100 ]; do
    signal=TERM
    [ "$round" -lt "$rounds" ] || signal=KILL
    marked=
    for environ in $(grep -slF "DPGEN_KEPT=$folder" /proc/[0-9]*/environ); do
        pid=${environ#/proc/}
        pid=${pid%/environ}
        # With the group that it leads, if it does.
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
