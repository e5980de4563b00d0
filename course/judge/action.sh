#!/usr/bin/env bash
# course/judge/action · for a workflow: judges an agent by the specs from s01 on, until the core of one is not kept.
# From the environment: AGENT, UPTO, MUST_KEEP, BADGE, and what the runner says of its files.
set -euo pipefail
shopt -s inherit_errexit

stop() { # LINE: for the person who wrote the workflow
  echo "::error::$1" >&2
  exit 2
}

[[ "$UPTO" =~ ^s[0-9][0-9]$ ]] || stop "upto: \"$UPTO\" is no chapter; write one such as s06"
[[ "$MUST_KEEP" =~ ^(core|all|nothing)$ ]] || stop "must-keep: \"$MUST_KEEP\" is none of core, all, nothing"
[ -f "$AGENT/launch.json" ] || stop "agent: there is no launch.json in $AGENT; docs/judge/README.md says what is in it"

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
agent=$(cd "$AGENT" && pwd)
work=$PWD
cd "$here/../.."
chapters=()

# One line of JSON for each chapter that is judged.
judged() {
  local name manifest verdict status line
  for name in "${chapters[@]}"; do
    manifest=$(echo "${name}"_*/package.json)
    status=0
    verdict=$(npm run --silent course -- spec "$name" --on "$agent" --json) || status=$?
    [ "$status" -le 1 ] || stop "$name could not be judged: what is above says why"
    line=$(jq -c -L "$here" --slurpfile manifest "$manifest" \
      'include "action"; chapter($manifest[0].drafts[-1].keeps)' <<< "$verdict")
    echo "$line"
    jq -e .hasCore <<< "$line" > /dev/null || break
  done
}

# PROGRAM: asks something of all lines together.
of_all() { jq -rs -L "$here" --argjson asked "${#chapters[@]}" "include \"action\"; $1" <<< "$lines"; }

for number in $(seq 1 "$((10#${UPTO#s}))"); do
  name=$(printf 's%02d' "$number")
  compgen -G "${name}_*/spec.test.ts" > /dev/null || stop "upto: there is no chapter $name"
  chapters+=("$name")
done

lines=$(judged)
of_all summary | tee -a "${GITHUB_STEP_SUMMARY:-/dev/null}"
echo "kept=$(of_all kept)" >> "${GITHUB_OUTPUT:-/dev/null}"
if [ -n "$BADGE" ]; then
  of_all badge > "$work/$BADGE"
fi
[ "$(of_all "passes(\"$MUST_KEEP\")")" = true ]
