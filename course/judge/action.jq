# course/judge/action · what the verdicts of several specs say together. Each function is for action.sh.

def is_broken: .verdict == "failed" or .verdict == "broken";

def is_kept: (map(select(is_broken)) | length == 0) and any(.[]; .verdict == "passed");

def counted: "\(map(select(.verdict == "passed")) | length) of \(length)";

# A verdict in short. `$core` are the numbers of the promises that the chapter's last draft keeps.
def chapter($core):
  (.tests | to_entries | map(.value + { number: (.key + 1) })) as $tests
  | ($tests | map(select(.number as $number | $core | index($number)))) as $of_core
  | {
      name: (.spec | split("/") | last | .[0:3]),
      kept: ($tests | counted),
      core: ($of_core | counted),
      notJudged,
      isWhole: ($tests | is_kept),
      hasCore: ($of_core | is_kept),
      first: ($tests | map(select(is_broken) | "\(.number). \(.name)") | first)
    };

# The names of the chapters from the first one on, as long as `is_good` holds.
def leading(is_good):
  (map(is_good) | index(false)) as $bad | .[0:($bad // length)] | map(.name);

def span: if length < 2 then join("") else "\(first)–\(last)" end;

# What is on the badge: "s01–s06" when all is kept, "s01–s06, core" when the core is.
def kept:
  leading(.hasCore) as $core
  | if $core == [] then "\(first.name): \(first.kept)"
    elif leading(.isWhole) == $core then $core | span
    else "\($core | span), core" end;

def badge:
  {
    schemaVersion: 1,
    label: "coding agent",
    message: kept,
    color: (if first.hasCore then "brightgreen" else "lightgrey" end)
  };

def passes($must):
  $must == "nothing"
  or (length == $asked and all(.[]; if $must == "core" then .hasCore else .isWhole end));

def row: "| \(.name) | \(.kept) | \(.core) | \(.notJudged) | \(.first // "–") |";

def summary:
  [
    "### Kept: \(kept)",
    "",
    "| chapter | promises kept | of the core | not judged | first that is broken |",
    "|---|---|---|---|---|",
    (.[] | row),
    if length < $asked then "", "Later chapters were not judged: the core of \(last.name) comes first." else empty end
  ] | join("\n");
