// site/page/words · what the panel says, in the language of the page.
import type { FaultKind } from "../../practice/faults/faults.ts";
import type { NoJudge } from "./kit.ts";

export interface Words {
  close: string;
  terminal: string;
  wire: string;
  afresh: string;
  stop: string;
  phases: Record<"booting" | "shell" | "starting" | "prompt" | "question" | "running", string>;
  /** What is said first in the terminal. */
  hello(chapter: string): string;
  typeYourself: string;
  noRequest: string;
  cached: string;
  written: string;
  fresh: string;
  /** What the request before did not have. */
  isNew: string;
  /** The place up to which a request is kept in the cache. */
  mark: string;
  tools: string;
  system: string;
  reply: string;
  /** All requests so far; `cost` is in dollars, at the prices of a model. */
  sum(requests: number, input: string, output: string): string;
  cost(dollars: string, model: string, from: string): string;
  faultLabel: string;
  noFault: string;
  times: string;
  faults: Record<FaultKind, string>;
  clockLabel: string;
  minutes(count: number): string;
  days(count: number): string;
  code: string;
  file: string;
  makeEdit: string;
  build: string;
  undoAll: string;
  run: string;
  /** Which files the reader has changed. */
  changed(files: string[]): string;
  unchanged: string;
  editMisfits(file: string): string;
  judge: string;
  /** So many promises are kept, of those that were judged. */
  kept(kept: number, judged: number): string;
  judging: string;
  /** Of the promises of a chapter, so many are judged in a page. */
  partJudged(judged: number, all: number, chapter: string): string;
  /** Why a promise was not judged. */
  notHere(chapter: string): string;
  verdicts: Record<"passed" | "failed" | "other", string>;
  /** Why no promise of a chapter is judged in a page. */
  noJudge(chapter: string): Record<NoJudge, string>;
}

const en: Words = {
  close: "Close",
  terminal: "Terminal",
  wire: "The wire",
  afresh: "Start afresh",
  stop: "Ctrl-C",
  phases: {
    booting: "The machine starts …",
    shell: "Your shell",
    starting: "The agent starts …",
    prompt: "The agent waits for you",
    question: "The agent asks you",
    running: "Running …",
  },
  hello: (chapter) =>
    `A small computer in this page. Nothing leaves it, and it knows no key.\r\nType: npm start ${chapter}\r\n`,
  typeYourself: "Type this line yourself, with the id that you see:",
  noRequest: "No request has been sent yet.",
  cached: "from the cache",
  written: "written to the cache",
  fresh: "not cached",
  isNew: "new in this request",
  mark: "cache breakpoint",
  tools: "tools",
  system: "system prompt",
  reply: "reply",
  sum: (requests, input, output) => `Requests: ${requests}, tokens in: ${input}, out: ${output}.`,
  cost: (dollars, model, from) => `With ${model} this would be ${dollars} (prices of ${from}).`,
  faultLabel: "What goes wrong with the next request",
  noFault: "Nothing goes wrong",
  times: "How many times",
  faults: {
    overloaded: "Overloaded (529)",
    rate_limited: "Rate limit (429)",
    server_error: "Server error (500)",
    invalid_request: "Invalid request (400)",
    authentication: "Wrong key (401)",
    timeout_error: "Timed out (504)",
    billing: "No credit left (402)",
    permission: "Not allowed (403)",
    not_found: "Not found (404)",
    conflict: "Conflict (409)",
    request_too_large: "Request too large (413)",
    prompt_too_long: "Prompt too long (400)",
    connection_reset: "The connection breaks",
    stall: "No answer comes",
    error_mid_stream: "An error within the answer",
    reset_mid_stream: "The connection breaks within the answer",
    cut_stream: "The answer ends too early",
    stall_mid_stream: "The answer stops and hangs",
    malformed_input: "A tool call with broken JSON",
    malformed_sse: "Garbage within the answer",
  },
  clockLabel: "The agent's clock",
  minutes: (count) => `+${count} min`,
  days: (count) => (count === 1 ? "+1 day" : `+${count} days`),
  code: "The code",
  file: "File",
  makeEdit: "Make the edit of Break it",
  build: "Start of Build it",
  undoAll: "Undo all",
  run: "Run",
  changed: (files) => `Changed by you: ${files.join(", ")}`,
  unchanged: "As in the course",
  editMisfits: (file) =>
    `${file} is no longer as the page has it, so this edit has no place in it. Undo all, then make it again.`,
  judge: "Judge",
  kept: (kept, judged) => `${kept} of ${judged} promises kept`,
  notHere: (chapter) =>
    `A page can't show this one. On your own computer: npm run course -- spec ${chapter}`,
  judging: "Judging …",
  partJudged: (judged, all, chapter) =>
    `The spec has ${all} promises; a page judges ${judged} of them. All, on your own computer: npm run course -- spec ${chapter}`,
  verdicts: { passed: "passed", failed: "failed", other: "not judged" },
  noJudge: (chapter) => ({
    agents: `No judge here: most promises of ${chapter} start an agent again, or two agents, and a page judges one. On your own computer: npm run course -- spec ${chapter}`,
    differs: `No judge here: in a page, some promises of ${chapter} come out otherwise than on a computer, also with the course's own files. On your own computer: npm run course -- spec ${chapter}`,
    await: `No judge here: in files that you change, a page cannot tell agents apart that work side by side. On your own computer: npm run course -- spec ${chapter}`,
    worktrees: `No judge here: ${chapter} needs git worktrees, which git in a page does not have. On your own computer: npm run course -- spec ${chapter}`,
    programs: `No judge here: promises of ${chapter} start programs beside the agent, and a page judges the agent alone. On your own computer: npm run course -- spec ${chapter}`,
    "not measured": `No judge here: whether a page judges ${chapter} as a computer does was not measured. On your own computer: npm run course -- spec ${chapter}`,
  }),
};

const zh: Words = {
  close: "关闭",
  terminal: "终端",
  wire: "线上的请求",
  afresh: "重新开始",
  stop: "Ctrl-C",
  phases: {
    booting: "机器正在启动……",
    shell: "你的 shell",
    starting: "Agent 正在启动……",
    prompt: "Agent 在等你",
    question: "Agent 在问你",
    running: "运行中……",
  },
  hello: (chapter) =>
    `这个页面里的一台小电脑。什么都不会离开它，它也没有任何密钥。\r\n输入：npm start ${chapter}\r\n`,
  typeYourself: "请你自己输入这一行，换成你看到的 id：",
  noRequest: "还没有发出请求。",
  cached: "来自缓存",
  written: "写入缓存",
  fresh: "未缓存",
  isNew: "这个请求里新增的",
  mark: "缓存断点",
  tools: "工具",
  system: "系统提示词",
  reply: "回复",
  sum: (requests, input, output) =>
    `请求：${requests} 个；输入 token：${input}；输出 token：${output}。`,
  cost: (dollars, model, from) => `换成 ${model}，要花 ${dollars}（${from} 的价格）。`,
  faultLabel: "下一个请求出什么错",
  noFault: "不出错",
  times: "几次",
  faults: {
    overloaded: "过载（529）",
    rate_limited: "超过速率限制（429）",
    server_error: "服务器错误（500）",
    invalid_request: "请求无效（400）",
    authentication: "密钥不对（401）",
    timeout_error: "超时（504）",
    billing: "余额不足（402）",
    permission: "没有权限（403）",
    not_found: "找不到（404）",
    conflict: "冲突（409）",
    request_too_large: "请求太大（413）",
    prompt_too_long: "提示词太长（400）",
    connection_reset: "连接断开",
    stall: "一直没有回答",
    error_mid_stream: "回答中途报错",
    reset_mid_stream: "回答中途断开连接",
    cut_stream: "回答提前结束",
    stall_mid_stream: "回答停在中途",
    malformed_input: "工具调用的 JSON 是坏的",
    malformed_sse: "回答里混进乱码",
  },
  clockLabel: "Agent 的时钟",
  minutes: (count) => `+${count} 分钟`,
  days: (count) => `+${count} 天`,
  code: "代码",
  file: "文件",
  makeEdit: "做“弄坏它”里的改动",
  build: "“自己做”的起点",
  undoAll: "全部撤销",
  run: "运行",
  changed: (files) => `你改过：${files.join("、")}`,
  unchanged: "和课程里一样",
  editMisfits: (file) => `${file} 已经和页面上的不同，这个改动没有地方可放。先全部撤销，再做一次。`,
  judge: "评判",
  kept: (kept, judged) => `${judged} 项断言里，满足 ${kept} 项`,
  notHere: (chapter) => `页面里看不出这一项。在你自己的电脑上：npm run course -- spec ${chapter}`,
  judging: "正在评判……",
  partJudged: (judged, all, chapter) =>
    `spec 共有 ${all} 项断言，页面只评判其中 ${judged} 项。全部的评判要在你自己的电脑上：npm run course -- spec ${chapter}`,
  verdicts: { passed: "通过", failed: "失败", other: "未评判" },
  noJudge: (chapter) => ({
    agents: `这里不评判：${chapter} 的多数断言要再启动一次 Agent，或者同时启动两个，而页面只评判一个。在你自己的电脑上：npm run course -- spec ${chapter}`,
    differs: `这里不评判：即使用课程自己的文件，${chapter} 的一些断言在页面里的结果也和电脑上不同。在你自己的电脑上：npm run course -- spec ${chapter}`,
    await: `这里不评判：在你改过的文件里，页面分不清同时工作的 Agent。在你自己的电脑上：npm run course -- spec ${chapter}`,
    worktrees: `这里不评判：${chapter} 需要 git worktree，页面里的 git 没有这个功能。在你自己的电脑上：npm run course -- spec ${chapter}`,
    programs: `这里不评判：${chapter} 的断言要在 Agent 旁边启动别的程序，而页面只评判 Agent 本身。在你自己的电脑上：npm run course -- spec ${chapter}`,
    "not measured": `这里不评判：还没有测过页面对 ${chapter} 的评判是否和电脑上一致。在你自己的电脑上：npm run course -- spec ${chapter}`,
  }),
};

const ja: Words = {
  close: "閉じる",
  terminal: "ターミナル",
  wire: "通信の中身",
  afresh: "最初からやり直す",
  stop: "Ctrl-C",
  phases: {
    booting: "マシンを起動しています……",
    shell: "あなたのシェル",
    starting: "エージェントを起動しています……",
    prompt: "エージェントが入力を待っています",
    question: "エージェントが質問しています",
    running: "実行中……",
  },
  hello: (chapter) =>
    `このページの中の小さなコンピューターです。外には何も送らず、キーも持ちません。\r\n入力：npm start ${chapter}\r\n`,
  typeYourself: "表示された id に置き換えて、この行を自分で入力してください：",
  noRequest: "まだリクエストは送られていません。",
  cached: "キャッシュから",
  written: "キャッシュへ書き込み",
  fresh: "キャッシュなし",
  isNew: "このリクエストで新しい部分",
  mark: "キャッシュブレークポイント",
  tools: "ツール",
  system: "システムプロンプト",
  reply: "返答",
  sum: (requests, input, output) =>
    `リクエスト：${requests} 件、入力トークン：${input}、出力トークン：${output}。`,
  cost: (dollars, model, from) => `${model} なら ${dollars} です（${from} の料金）。`,
  faultLabel: "次のリクエストで起きる障害",
  noFault: "障害なし",
  times: "回数",
  faults: {
    overloaded: "過負荷（529）",
    rate_limited: "レート制限（429）",
    server_error: "サーバーエラー（500）",
    invalid_request: "無効なリクエスト（400）",
    authentication: "キーが違う（401）",
    timeout_error: "タイムアウト（504）",
    billing: "残高不足（402）",
    permission: "権限がない（403）",
    not_found: "見つからない（404）",
    conflict: "競合（409）",
    request_too_large: "リクエストが大きすぎる（413）",
    prompt_too_long: "プロンプトが長すぎる（400）",
    connection_reset: "接続が切れる",
    stall: "返答が来ない",
    error_mid_stream: "返答の途中でエラー",
    reset_mid_stream: "返答の途中で接続が切れる",
    cut_stream: "返答が早く終わる",
    stall_mid_stream: "返答が途中で止まる",
    malformed_input: "ツール呼び出しの JSON が壊れている",
    malformed_sse: "返答に壊れたデータが混じる",
  },
  clockLabel: "エージェントの時計",
  minutes: (count) => `+${count} 分`,
  days: (count) => `+${count} 日`,
  code: "コード",
  file: "ファイル",
  makeEdit: "「壊してみる」の変更をする",
  build: "「作ってみる」の出発点",
  undoAll: "すべて元に戻す",
  run: "実行",
  changed: (files) => `変更したファイル：${files.join("、")}`,
  unchanged: "コースのまま",
  editMisfits: (file) =>
    `${file} がページのものと違うため、この変更を入れる場所がありません。すべて元に戻してから、もう一度変更してください。`,
  judge: "判定",
  kept: (kept, judged) => `約束 ${judged} 個のうち ${kept} 個を守った`,
  notHere: (chapter) =>
    `これはページでは確かめられません。自分のコンピューターで：npm run course -- spec ${chapter}`,
  judging: "判定しています……",
  partJudged: (judged, all, chapter) =>
    `spec の約束は全部で ${all} 個、ページで判定するのはそのうち ${judged} 個です。すべての判定は自分のコンピューターで：npm run course -- spec ${chapter}`,
  verdicts: { passed: "成功", failed: "失敗", other: "未判定" },
  noJudge: (chapter) => ({
    agents: `ここでは判定しません。${chapter} の約束の多くはエージェントをもう一度、または二つ起動しますが、ページで判定できるのは一つです。自分のコンピューターで：npm run course -- spec ${chapter}`,
    differs: `ここでは判定しません。コースのファイルのままでも、${chapter} の約束のいくつかは、ページの中ではコンピューターと違う結果になります。自分のコンピューターで：npm run course -- spec ${chapter}`,
    await: `ここでは判定しません。あなたが変えたファイルでは、並んで働くエージェントをページが区別できません。自分のコンピューターで：npm run course -- spec ${chapter}`,
    worktrees: `ここでは判定しません。${chapter} には git worktree が必要ですが、ページの中の git にはありません。自分のコンピューターで：npm run course -- spec ${chapter}`,
    programs: `ここでは判定しません。${chapter} の約束はエージェントの横で別のプログラムを起動しますが、ページで判定できるのはエージェントだけです。自分のコンピューターで：npm run course -- spec ${chapter}`,
    "not measured": `ここでは判定しません。${chapter} の判定がコンピューターと同じになるかは、まだ測っていません。自分のコンピューターで：npm run course -- spec ${chapter}`,
  }),
};

const ALL: Record<string, Words> = { en, zh, ja };

/** The words of a language; English for every other. */
export const wordsOf = (language: string): Words => ALL[language] ?? en;
