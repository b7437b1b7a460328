# Ends every process that carries a mark in its environment, once nobody holds the other end of this script's standard
# input, because who started it closed it or is gone, however it went. Then the folder is removed.
#
#   sh guard.sh FOLDER
#
# The mark is DPGEN_KEPT=FOLDER; this script does not carry it itself. Processes are found afresh before each signal, and
# each is looked at again right before it: an identifier would have to be freed and to come round within a millisecond.
folder=$1
trap '' HUP INT QUIT TERM
while read -r _; do :; done

carries() { grep -slF "DPGEN_KEPT=$folder" "$@"; }
# First they are asked to end, so that an X server removes its lock; then they have to.
signal=TERM
round=0
while [ "$round" -lt 100 ]; do
    marked=$(carries /proc/[0-9]*/environ)
    [ -n "$marked" ] || break
    for environ in $marked; do
        pid=${environ#/proc/}
        pid=${pid%/environ}
        # With the group that it leads, if it does.
        [ -n "$(carries "$environ")" ] && kill -"$signal" "-$pid" "$pid" 2>/dev/null
    done
    round=$((round + 1))
    [ "$round" -lt 10 ] || signal=KILL
    sleep 0.01
done
rm -rf -- "$folder"
