// practice/brain/intents/table · all intents that have examples: what they do to the world, what they need, and which are one.

export interface Row {
  /** looks and changes make calls, talk says something, model needs a real model, none asks for nothing to be done. */
  kind: "looks" | "changes" | "talk" | "model" | "none";
  /** The intent that does the same. */
  as?: string;
}

const rows = (kind: Row["kind"], names: string): [string, Row][] =>
  names.split(" ").map((name) => {
    const [own = name, as] = name.split("=");
    return [own, as === undefined ? { kind } : { kind, as }];
  });

export const TABLE: ReadonlyMap<string, Row> = new Map([
  ...rows(
    "looks",
    "list-files read-file read-lines explain-file explain-beginner=explain-file find-files file-exists=find-files search-text find-todo-comments count-lines count-files show-folder version git-status git-diff git-log git-blame git-branch list-skills background-list background-output task-list task-show schedule-list team-list mail-check time-or-date",
  ),
  ...rows(
    "changes",
    "create-file create-empty=create-file append prepend replace delete-file make-folder make-folder-and-file clear-file write-program write-and-run=write-program run-file run-command=run-file run-tests fix-it fix-and-rerun=fix-it git-commit delegate use-skill compact background-run background-stop schedule remind schedule-cancel task-create task-start task-complete task-release team-spawn team-send",
  ),
  ...rows(
    "talk",
    "greeting thanks bye who-are-you what-can-you-do=who-are-you help=who-are-you how-are-you joke acknowledged leave just-asked remember recall forget",
  ),
  ...rows(
    "model",
    "add-docs add-test show-plan why-fails biggest-file smallest-file file-size review-changes move copy rename-symbol undo git-undo write-summary task-after plan summary weather-or-news opinion essay translate big-work remove-text sort-file",
  ),
  ...rows("none", "question-about-change negated conditional"),
]);

export const kindOf = (intent: string): Row["kind"] => TABLE.get(intent)?.kind ?? "model";
export const actOf = (intent: string): string => TABLE.get(intent)?.as ?? intent;
