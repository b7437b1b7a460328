#!/bin/sh
# Whether a document is one of a RELAX NG schema: a few of the rules for project files.
xmllint --noout --relaxng "$(dirname "$0")/pom.rng" "$1" 2>/dev/null || exit 1
