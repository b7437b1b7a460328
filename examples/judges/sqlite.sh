#!/bin/sh
# Whether SQLite takes a text as JSON; the type that it sees, and the depth of its tree, are the behaviour.
text=$(sed "s/'/''/g" "$1")
out=$(sqlite3 :memory: "select case json_valid('$text') when 1 then json_type('$text') || (select count(*) from json_tree('$text')) else 'no' end") || exit 70
[ "$out" = no ] && exit 1
echo "$out"
