#!/bin/sh
# Writes comment.md as a comment of a pull request; a later run of the same job updates it in place.
#   TAGWIRE_REPORTS       the folder with comment.md
#   TAGWIRE_PULL_REQUEST  its number
#   GH_TOKEN              a token that may comment
set -eu

text=$TAGWIRE_REPORTS/comment.md
if [ ! -s "$text" ]; then exit 0; fi
marker="<!-- tagwire ci: ${GITHUB_WORKFLOW:-} ${GITHUB_JOB:-} -->"
body=$TAGWIRE_REPORTS/comment-body.md
# GitHub refuses more than 65,536 characters.
{ printf '%s\n' "$marker"; head -c 60000 "$text"; } > "$body"

comments=repos/$GITHUB_REPOSITORY/issues/$TAGWIRE_PULL_REQUEST/comments
export MARKER="$marker"
if ! id=$(gh api --paginate "$comments" --jq '.[] | select(.body | startswith(env.MARKER)) | .id'); then
  echo '::notice title=tagwire::The comments of the pull request cannot be read.'
  exit 0
fi
id=$(printf '%s\n' "$id" | head -n 1)
if [ -n "$id" ]; then
  set -- --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id"
else
  set -- --method POST "$comments"
fi
# Pull requests from forks have a token that may only read: the report is in the summary of the job, too.
gh api "$@" --field "body=@$body" --silent ||
  echo '::notice title=tagwire::The token may not comment: give the job the permission pull-requests: write.'
