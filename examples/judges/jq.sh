#!/bin/sh
# Whether jq reads a text; how long what it prints is, is the behaviour.
out=$(jq -c . "$1" 2>/dev/null) || exit 1
echo "${#out}"
