// course/film/words · what is written in a film, in three languages.
import type { Language } from "../base/languages.ts";

/** The words of one language. */
export interface Words {
  title: string;
  /** The whole film in words, for those who do not see it. */
  description(requests: number, first: string, last: string): string;
  request(number: number): string;
  cached: string;
  sent: string;
  tools(count: number): string;
  system: string;
  messages: string;
  unit: string;
  square(tokens: number): string;
  /** Above the bars. */
  each: string;
}

export const WORDS: Record<Language, Words> = {
  en: {
    title: "The first minute with the agent",
    description: (requests, first, last) =>
      `Left, a terminal: a person asks for the files in a folder, then for a program, which the agent writes and, after a question, runs. Right, the requests that the agent sends for this: ${requests} of them, from ${first} tokens to ${last}. Nearly all of each request after the first comes from the prompt cache.`,
    request: (number) => `Request ${number}`,
    cached: "from the prompt cache",
    sent: "new",
    tools: (count) => `${count} tools`,
    system: "system prompt",
    messages: "messages",
    unit: "tokens",
    square: (tokens) => `one square: ${tokens} tokens`,
    each: "each request",
  },
  zh: {
    title: "和 Agent 在一起的第一分钟",
    description: (requests, first, last) =>
      `左边是终端：用户先问目录里有哪些文件，再要一个程序；Agent 写好程序，问过之后运行它。右边是 Agent 为此发出的 ${requests} 个请求，从 ${first} 个 token 增加到 ${last} 个。从第二个请求起，几乎全部内容都来自提示词缓存。`,
    request: (number) => `第 ${number} 个请求`,
    cached: "来自提示词缓存",
    sent: "新内容",
    tools: (count) => `${count} 个工具`,
    system: "系统提示词",
    messages: "消息",
    unit: "token",
    square: (tokens) => `一格：${tokens} 个 token`,
    each: "每个请求",
  },
  ja: {
    title: "エージェントとの最初の 1 分",
    description: (requests, first, last) =>
      `左はターミナル。ディレクトリの中身を尋ね、次にプログラムを頼むと、エージェントはプログラムを書き、確認を取ってから実行する。右は、そのために送られる ${requests} 回のリクエスト。${first} トークンから ${last} トークンまで増えていく。2 回目からは、ほとんどがプロンプトキャッシュから読み取られる。`,
    request: (number) => `リクエスト ${number}`,
    cached: "キャッシュから",
    sent: "新規",
    tools: (count) => `ツール ${count} 個`,
    system: "システムプロンプト",
    messages: "メッセージ",
    unit: "トークン",
    square: (tokens) => `1 マス：${tokens} トークン`,
    each: "リクエストごと",
  },
};
