#!/bin/sh
# Runs `tagwire ci` wherever there is a shell. Arguments are handed on: sh tagwire-ci.sh --base origin/main
#   TAGWIRE          how tagwire is started; `npx tagwire` when absent
#   TAGWIRE_BASE     what documents are compared with, where no argument says it
#   TAGWIRE_REPORTS  a folder for comment.md, tagwire.sarif and tagwire.xml; none when absent
set -eu

if [ -n "${TAGWIRE_REPORTS:-}" ]; then
  mkdir -p "$TAGWIRE_REPORTS"
  set -- --markdown "$TAGWIRE_REPORTS/comment.md" --sarif "$TAGWIRE_REPORTS/tagwire.sarif" \
    --junit "$TAGWIRE_REPORTS/tagwire.xml" "$@"
fi
if [ -n "${TAGWIRE_BASE:-}" ]; then
  set -- --base "$TAGWIRE_BASE" "$@"
fi
# More than one word may stand in TAGWIRE.
# shellcheck disable=SC2086
exec ${TAGWIRE:-npx tagwire} ci "$@"
