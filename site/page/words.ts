// site/page/words · what the panel says, in the language of the page.

export interface Words {
  open: string;
  close: string;
  terminal: string;
  wire: string;
  afresh: string;
  stop: string;
  play: string;
  phases: Record<"booting" | "shell" | "starting" | "prompt" | "question" | "running", string>;
  /** What is said first in the terminal. */
  hello(chapter: string): string;
  typeYourself: string;
  noRequest: string;
  cached: string;
  written: string;
  fresh: string;
  tools: string;
  system: string;
  reply: string;
}

const en: Words = {
  open: "▶ Run this chapter here",
  close: "Close",
  terminal: "Terminal",
  wire: "The wire",
  afresh: "Start afresh",
  stop: "Ctrl-C",
  play: "Type these lines in the terminal",
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
  tools: "tools",
  system: "system prompt",
  reply: "reply",
};

const zh: Words = {
  open: "▶ 在这里运行本章",
  close: "关闭",
  terminal: "终端",
  wire: "线上的请求",
  afresh: "重新开始",
  stop: "Ctrl-C",
  play: "在终端里输入这些行",
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
  tools: "工具",
  system: "系统提示词",
  reply: "回复",
};

const ja: Words = {
  open: "▶ この章をここで動かす",
  close: "閉じる",
  terminal: "ターミナル",
  wire: "通信の中身",
  afresh: "最初からやり直す",
  stop: "Ctrl-C",
  play: "これらの行をターミナルに入力する",
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
  tools: "ツール",
  system: "システムプロンプト",
  reply: "返答",
};

const ALL: Record<string, Words> = { en, zh, ja };

/** The words of a language; English for every other. */
export const wordsOf = (language: string): Words => ALL[language] ?? en;
