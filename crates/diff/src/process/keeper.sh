# Runs a command and stays beside it. When the standard input of this script ends, because who started it closed it or
# is gone, however it went, every process that came from the command is ended, and the folder is removed.
#
#   setsid sh keeper.sh FOLDER COMMAND [ARGUMENT]...
#
# FOLDER gets the files `out`, `err`, and, once the command has ended, `ended` with its exit code. DPGEN_KEPT in the
# environment marks the processes.
folder=$1
mark=$DPGEN_KEPT
shift
(
    "$@" </dev/null >"$folder/out" 2>"$folder/err"
    echo $? >"$folder/ended.part" && mv "$folder/ended.part" "$folder/ended"
) &
exec >/dev/null 2>&1
while read -r _; do :; done

# The processes of this session, and those that left it but still carry the mark.
unset DPGEN_KEPT
mine() {
    # This function runs in a process of its own.
    read -r self _ </proc/self/stat
    for stat in /proc/[0-9]*/stat; do
        read -r line <"$stat" || continue
        pid=${line%% *}
        # The name stands in parentheses, and may have some itself. After it: state, parent, group, session.
        set -- ${line##*) }
        if [ "$4" = $$ ] && [ "$1" != Z ] && [ "$pid" != $$ ] && [ "$pid" != "$self" ]; then
            echo "$pid"
        fi
    done
    for environment in $(grep -slF "DPGEN_KEPT=$mark" /proc/[0-9]*/environ); do
        pid=${environment#/proc/}
        pid=${pid%/environ}
        if [ "$pid" != $$ ]; then
            echo "$pid"
        fi
    done
}

# First they are asked to end, so that an X server removes its lock; then they have to.
signal=TERM
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    left=$(mine)
    [ -n "$left" ] || break
    kill -$signal $left
    sleep 0.05
    [ "$round" -lt 4 ] || signal=KILL
done
rm -rf -- "$folder"
