#!/bin/sh
# Runs `tagwire ci --update` and pushes the branch that it makes, for a schedule. Arguments are handed on:
#   sh tagwire-update.sh --url api=https://api.example.com
#   TAGWIRE          how tagwire is started; `npx tagwire` when absent
#   TAGWIRE_HEADERS  headers of every call, one `Name: value` per line; never printed
#   TAGWIRE_BRANCH   the branch; tagwire/update when absent. What was pushed under that name before is replaced
#   TAGWIRE_REPORTS  a folder for pull-request.md; a temporary one when absent
#   TAGWIRE_PUSH     more options of `git push`
#   TAGWIRE_ORIGIN   where to push to; origin when absent
#   TAGWIRE_TOKEN    a token to push with, in place of the one that the clone has
#   TAGWIRE_SERVER   the server that the token is for, as https://github.com
set -eu

branch=${TAGWIRE_BRANCH:-tagwire/update}
reports=${TAGWIRE_REPORTS:-$(mktemp -d)}
token=${TAGWIRE_TOKEN:-}
# What tagwire starts does not need it.
unset TAGWIRE_TOKEN
before=$(git rev-parse HEAD)
if ! git config user.email > /dev/null; then
  export GIT_AUTHOR_NAME=tagwire GIT_AUTHOR_EMAIL=tagwire@localhost
  export GIT_COMMITTER_NAME=tagwire GIT_COMMITTER_EMAIL=tagwire@localhost
fi
# More than one word may stand in TAGWIRE and TAGWIRE_PUSH.
# shellcheck disable=SC2086
${TAGWIRE:-npx tagwire} ci --update --branch "$branch" --markdown "$reports/pull-request.md" "$@"
if [ "$(git rev-parse HEAD)" = "$before" ]; then exit 0; fi
if [ -n "$token" ]; then
  # In the environment, where no list of processes shows it. The empty header removes that of the clone.
  key=http.${TAGWIRE_SERVER:-https://github.com}/.extraheader
  export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0="$key" GIT_CONFIG_VALUE_0= GIT_CONFIG_KEY_1="$key"
  GIT_CONFIG_VALUE_1="AUTHORIZATION: basic $(printf 'x-access-token:%s' "$token" | base64 | tr -d '\n')"
  export GIT_CONFIG_VALUE_1
fi
# shellcheck disable=SC2086
git push --force ${TAGWIRE_PUSH:-} "${TAGWIRE_ORIGIN:-origin}" "HEAD:refs/heads/$branch"
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "branch=$branch" >> "$GITHUB_OUTPUT"; fi
