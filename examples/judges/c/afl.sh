#!/bin/sh
# A judge of a C program, with its branch trace as the behaviour, by AFL++ (Debian: afl++).
#
#   afl-cc -O1 -o checker examples/judges/c/checker.c
#   dpgen hunt json --judge 'sh examples/judges/c/afl.sh ./checker {file}' --bug-exit 101
#
# afl-showmap runs the program once and writes which branches were taken, with their counts in powers of two, which is read
# from the memory that afl-cc's code shares with it. The last line that is printed here is a hash of that.
program=$1
file=$2
map=$file.map
AFL_QUIET=1 afl-showmap -q -t 4000 -o "$map" -- "$program" "$file" >/dev/null 2>&1
code=$?
hash=$(cksum <"$map" 2>/dev/null)
rm -f "$map"
# A crash of the program, and a time-out, as afl-showmap tells of them.
[ $code = 2 ] && exit 101
[ $code = 1 ] && exit 101
"$program" "$file" >/dev/null 2>&1 || exit $?
echo "$hash"
