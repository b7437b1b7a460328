#!/bin/sh
# Compiles a C file without any warning and runs it:
#     c_run.sh FOLDER FILE COMPILER [FLAG...]
# The program goes to the folder.
folder=$1
file=$2
shift 2
"$@" -std=c99 -Wall -Wextra -Werror -o "$folder/program" -x c "$file" && "$folder/program"
