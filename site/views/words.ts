// site/views/words · what the views say, in the language of the page.

export interface ViewWords {
  step: string;
  map: string;
  trace: string;
  table: string;
  /** What stands below the list of changes on a chapter's page. */
  links: Record<"step" | "map" | "trace", string>;
  failed: string;
  // the step
  from: string;
  to: string;
  nothing: string;
  chapterPage: string;
  before: string;
  after: string;
  isNew(lines: number): string;
  isGone: string;
  changed(added: number, gone: number): string;
  carried(files: number): string;
  more: string;
  history: string;
  historyOf(file: string): string;
  noVersion: string;
  left(lines: number): string;
  whole: string;
  // the map
  upTo: string;
  adds(files: number, lines: number): string;
  around: Record<"model" | "messages" | "tools" | "commands" | "others", string>;
  since(name: string): string;
  files: string;
  page: string;
  close: string;
  // the trace player
  choose: string;
  open: string;
  second: string;
  none: string;
  stays: string;
  session(name: string): string;
  /** How the rows of `course view` begin. */
  rows: Record<"told" | "model" | "aside" | "calls", string>;
  stepOf(at: number, all: number): string;
  earlier(count: number): string;
  request: string;
  reply: string;
  system: string;
  tools: string;
  tokens(input: number, cached: number, output: number): string;
  leftOut(count: number): string;
  noRun(names: string): string;
  problems: Record<"empty" | "none" | "large" | "unread", string>;
  keys: string;
}

const en: ViewWords = {
  step: "The steps, line by line",
  map: "The map, chapter by chapter",
  trace: "A run, step by step",
  table: "The map as a table",
  links: {
    step: "This step, line by line",
    map: "The map at this chapter",
    trace: "A run of this chapter, step by step",
  },
  failed: "This could not be loaded. Load the page again.",
  from: "Compare",
  to: "with",
  nothing: "nothing",
  chapterPage: "The chapter's page",
  before: "The step before",
  after: "The next step",
  isNew: (lines) => `new, ${lines} ${lines === 1 ? "line" : "lines"}`,
  isGone: "gone",
  changed: (added, gone) => `+${added} −${gone}`,
  carried: (files) => `${files} ${files === 1 ? "file is" : "files are"} carried byte for byte`,
  more: "More changes than usual:",
  history: "history",
  historyOf: (file) => `${file} through the chapters`,
  noVersion: "No chapter has this file. Choose one from the list.",
  left: (lines) => `${lines} ${lines === 1 ? "line" : "lines"} as before`,
  whole: "whole file",
  upTo: "Up to chapter",
  adds: (files, lines) => `${files} new ${files === 1 ? "file" : "files"}, ${lines} new lines`,
  around: {
    model: "the model is called",
    messages: "messages",
    tools: "the tool runs",
    commands: "commands that you type",
    others: "the rest of the agent",
  },
  since: (name) => `since ${name}`,
  files: "Lines that brought it",
  page: "Page",
  close: "Close",
  choose: "A recorded run",
  open: "Open a file of yours",
  second: "Beside it",
  none: "none",
  stays:
    "A file that you open stays in this page. `TRACE=trace.jsonl npm start s15` writes one; you can also drop it here.",
  session: (name) => `session ${name}`,
  rows: { told: "is told: ", model: "calls the model: ", aside: "asks aside, ", calls: "calls " },
  stepOf: (at, all) => `step ${at} of ${all}`,
  earlier: (count) => `${count} ${count === 1 ? "message" : "messages"} sent before`,
  request: "Sent",
  reply: "Reply",
  system: "system prompt",
  tools: "tools",
  tokens: (input, cached, output) => `${input} in (${cached} cached), ${output} out`,
  leftOut: (count) => `Left out, because they are no lines of a trace: ${count}.`,
  noRun: (names) => `No run of this name was recorded. There are: ${names}.`,
  problems: {
    empty: "The file is empty: no model call has ended yet. Choose another one.",
    none: "The file is not a trace: none of its lines is a model call. TRACE=trace.jsonl npm start s15 writes one.",
    large: "The file is larger than 100 MB, or has more than 20,000 lines. Open a smaller one.",
    unread: "The file could not be read. Choose it again.",
  },
  keys: "Keys: ↑ ↓ or j k for the steps, Home and End.",
};

const zh: ViewWords = {
  step: "每一步，逐行",
  map: "地图，一章一章",
  trace: "一次运行，一步一步",
  table: "表格形式的地图",
  links: {
    step: "这一步，逐行",
    map: "到本章为止的地图",
    trace: "本章的一次运行，一步一步",
  },
  failed: "无法加载。请重新加载本页。",
  from: "比较",
  to: "与",
  nothing: "空",
  chapterPage: "本章的页面",
  before: "上一步",
  after: "下一步",
  isNew: (lines) => `新文件，${lines} 行`,
  isGone: "已删除",
  changed: (added, gone) => `+${added} −${gone}`,
  carried: (files) => `${files} 个文件逐字节沿用`,
  more: "改动比平常多：",
  history: "历史",
  historyOf: (file) => `${file} 在各章中`,
  noVersion: "没有哪一章有这个文件。请从列表中选择。",
  left: (lines) => `${lines} 行与之前相同`,
  whole: "整个文件",
  upTo: "到这一章为止",
  adds: (files, lines) => `${files} 个新文件，${lines} 行新代码`,
  around: {
    model: "调用模型",
    messages: "消息",
    tools: "运行工具",
    commands: "你输入的命令",
    others: "Agent 的其余部分",
  },
  since: (name) => `始于 ${name}`,
  files: "加入它的代码行",
  page: "页面",
  close: "关闭",
  choose: "录下的运行",
  open: "打开你自己的文件",
  second: "并排",
  none: "无",
  stays:
    "你打开的文件只留在本页中。`TRACE=trace.jsonl npm start s15` 会写出一个；也可以把文件拖到这里。",
  session: (name) => `会话 ${name}`,
  rows: { told: "收到：", model: "调用模型：", aside: "另外询问，", calls: "调用 " },
  stepOf: (at, all) => `第 ${at} 步，共 ${all} 步`,
  earlier: (count) => `此前已发送的消息：${count} 条`,
  request: "发送",
  reply: "回复",
  system: "系统提示词",
  tools: "工具",
  tokens: (input, cached, output) => `输入 ${input}（缓存 ${cached}），输出 ${output}`,
  leftOut: (count) => `有 ${count} 行不是跟踪文件的内容，已略去。`,
  noRun: (names) => `没有录下这个名称的运行。现有：${names}。`,
  problems: {
    empty: "文件是空的：还没有任何模型调用结束。请选择另一个文件。",
    none: "这个文件不是跟踪文件：没有一行是模型调用。TRACE=trace.jsonl npm start s15 会写出一个。",
    large: "文件大于 100 MB，或超过 20,000 行。请打开小一些的文件。",
    unread: "无法读取这个文件。请重新选择。",
  },
  keys: "按键：↑ ↓ 或 j k 切换步骤，Home 和 End 到头尾。",
};

const ja: ViewWords = {
  step: "各ステップを 1 行ずつ",
  map: "章ごとに育つ地図",
  trace: "実行を 1 ステップずつ",
  table: "表で見る地図",
  links: {
    step: "このステップを 1 行ずつ",
    map: "この章までの地図",
    trace: "この章の実行を 1 ステップずつ",
  },
  failed: "読み込めませんでした。ページを再読み込みしてください。",
  from: "比較元",
  to: "比較先",
  nothing: "なし",
  chapterPage: "章のページ",
  before: "前のステップ",
  after: "次のステップ",
  isNew: (lines) => `新しいファイル、${lines} 行`,
  isGone: "なくなった",
  changed: (added, gone) => `+${added} −${gone}`,
  carried: (files) => `${files} 個のファイルは 1 バイトも変わらない`,
  more: "いつもより変更が多い：",
  history: "履歴",
  historyOf: (file) => `章を通して見た ${file}`,
  noVersion: "このファイルはどの章にもありません。一覧から選んでください。",
  left: (lines) => `${lines} 行は前と同じ`,
  whole: "ファイル全体",
  upTo: "この章まで",
  adds: (files, lines) => `新しいファイル ${files} 個、新しい行 ${lines} 行`,
  around: {
    model: "モデルを呼び出す",
    messages: "メッセージ",
    tools: "ツールを実行する",
    commands: "自分で入力するコマンド",
    others: "エージェントの残りの部分",
  },
  since: (name) => `${name} から`,
  files: "それを加えた行",
  page: "ページ",
  close: "閉じる",
  choose: "記録された実行",
  open: "自分のファイルを開く",
  second: "並べて見る",
  none: "なし",
  stays:
    "開いたファイルはこのページの外に出ません。`TRACE=trace.jsonl npm start s15` で作れます。ここにドロップすることもできます。",
  session: (name) => `セッション ${name}`,
  rows: {
    told: "受け取る：",
    model: "モデルを呼び出す：",
    aside: "別に尋ねる、",
    calls: "呼び出す：",
  },
  stepOf: (at, all) => `ステップ ${at} / ${all}`,
  earlier: (count) => `以前に送ったメッセージ：${count} 件`,
  request: "送信",
  reply: "応答",
  system: "システムプロンプト",
  tools: "ツール",
  tokens: (input, cached, output) => `入力 ${input}（キャッシュ ${cached}）、出力 ${output}`,
  leftOut: (count) => `トレースの行ではないため省いた行：${count}。`,
  noRun: (names) => `この名前の実行は記録されていません。あるもの：${names}。`,
  problems: {
    empty:
      "ファイルが空です。まだモデルの呼び出しが 1 つも終わっていません。別のファイルを選んでください。",
    none: "このファイルはトレースではありません。モデルの呼び出しの行がありません。TRACE=trace.jsonl npm start s15 で作れます。",
    large:
      "ファイルが 100 MB を超えているか、20,000 行を超えています。もっと小さいファイルを開いてください。",
    unread: "ファイルを読めませんでした。もう一度選んでください。",
  },
  keys: "キー：↑ ↓ または j k でステップを移動、Home と End で端へ。",
};

/** The words for a page's language; English for any other. */
export const viewWords = (language: string): ViewWords => ({ en, zh, ja })[language as "en"] ?? en;
