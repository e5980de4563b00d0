// practice/brain/intents/mcpForms · how a server is connected, asked for its tools, or for what it has to read.
import { END_EN, END_JA, END_ZH, POLITE_EN, POLITE_ZH } from "./protocolForms.ts";

const NOT =
  "(?!(?:to|the|a|an|and|it|this|that|them|me|you|i|we|they|us|there|here|of|from|with|all|every|any|again|internet|server|servers|resources?|tools?)\\b)";
const ONE = "[A-Za-z0-9](?:[\\w.-]*\\w)?(?![\\w-])";
const NAME = `["“「『\`]?${NOT}(?<name>${ONE})["”」』\`]?`;
const MORE = `(?<more>(?:\\s*(?:,\\s*(?:and\\s+)?|\\band\\s+|和|、|と|跟)\\s*${NOT}${ONE})*)`;
const SERVER_EN = "(?:(?:the|an?)\\s+)?(?:mcp\\s+)?(?:servers?\\s+)?";
const SERVER_ZH = "(?:MCP\\s*)?(?:服务器|服务端)?\\s*";
const SERVER_JA = "(?:MCP\\s*)?(?:サーバー?)?(?:の)?\\s*";
const IS_EN = "(?:\\s+(?:mcp\\s+)?servers?)?";
const URI = '["“「`]?(?<uri>[a-z][a-z0-9+.-]*://[^\\s"“”「」`，。、]+?)["”」`]?';

const CONNECT = [
  `${POLITE_EN}(?:connect|reconnect)\\s+(?:(?:to|with)\\s+)?${SERVER_EN}${NAME}${MORE}${IS_EN}(?:\\s+again)?${END_EN}`,
  `${POLITE_EN}(?:start|attach|open|add)\\s+(?:the\\s+)?mcp\\s+servers?\\s+${NAME}${MORE}${END_EN}`,
  `${POLITE_ZH}(?:重新)?(?:连接|连上|连到|接入|接上|连)(?:到|上)?\\s*${SERVER_ZH}${NAME}${MORE}\\s*(?:这个)?(?:服务器)?${END_ZH}`,
  `${POLITE_ZH}[把将]\\s*${SERVER_ZH}${NAME}${MORE}\\s*(?:这个)?(?:服务器)?\\s*(?:重新)?(?:连上|接上|连接(?:上|起来)?|接入)${END_ZH}`,
  `^${SERVER_JA}${NAME}${MORE}\\s*(?:という|の)?\\s*(?:MCP\\s*)?(?:サーバー?)?\\s*(?:に|を|と|へ)、?(?:もう一度|再び)?(?:再?接続(?:して|する)?|つないで|つなげて|繋いで|つなぐ)${END_JA}`,
];

const OF_EN = `(?:of|from|on|in|at)\\s+${SERVER_EN}${NAME}${IS_EN}`;
const HAS_EN = "(?:have|has|offers?|brings?|provides?)";
const SHOW_EN = "(?:list|show(?: me)?|name|tell me)";
const HAVE_ZH = "(?:都)?(?:有|提供|带来?)(?:了)?(?:哪些|什么)";

/** Forms for the tools and for the resources of a server, by the words for these. */
const ofServer = (en: string, zh: string, ja: string): string[] => [
  `${POLITE_EN}(?:which|what)\\s+${en}\\s+(?:does|do|has)\\s+${SERVER_EN}${NAME}${IS_EN}(?:\\s+${HAS_EN})?${END_EN}`,
  `${POLITE_EN}${SHOW_EN}\\s+(?:all\\s+)?(?:the\\s+)?${en}\\s+${OF_EN}${END_EN}`,
  `${POLITE_EN}(?:which|what)\\s+${en}\\s+(?:are|come)\\s+${OF_EN}${END_EN}`,
  `${POLITE_ZH}${SERVER_ZH}${NAME}\\s*(?:这个)?(?:服务器)?\\s*${HAVE_ZH}${zh}[?？]?${END_ZH}`,
  `${POLITE_ZH}(?:列出|显示|看看|查看)\\s*${SERVER_ZH}${NAME}\\s*(?:这个)?(?:服务器)?\\s*的(?:所有|全部)?${zh}${END_ZH}`,
  `^${SERVER_JA}${NAME}\\s*(?:という)?(?:サーバー?)?(?:に|の|には|は)(?:どんな|どの|何の)${ja}(?:が|を)?(?:ありますか|あるの?|持っていますか|提供していますか)[?？]?${END_JA}`,
  `^${SERVER_JA}${NAME}\\s*(?:という)?(?:サーバー?)?の${ja}(?:を|の)?(?:すべて|全部)?(?:一覧(?:を|に)?)?(?:見せて|して|表示(?:して)?|教えて|列挙して|出して)${END_JA}`,
];

const TOOLS = ofServer("tools", "工具", "ツール");
const RESOURCES = [
  ...ofServer("(?:mcp\\s+)?resources", "资源", "リソース"),
  `${POLITE_EN}(?:${SHOW_EN}\\s+(?:all\\s+)?(?:the\\s+)?(?:mcp\\s+)?resources|(?:which|what)\\s+(?:mcp\\s+)?resources\\s+(?:are there|do the servers have|are available|can (?:you|i) read))${END_EN}`,
  `${POLITE_ZH}(?:(?:列出|显示|看看|查看)(?:所有|全部)?的?(?:MCP\\s*)?资源|(?:有|都有)(?:哪些|什么)(?:MCP\\s*)?资源)[?？]?${END_ZH}`,
  `^(?:MCP\\s*)?リソース(?:を|の)?(?:一覧(?:を|に)?)?(?:見せて|して|表示(?:して)?|教えて)${END_JA}`,
  `^どんな(?:MCP\\s*)?リソースがありますか[?？]?$`,
];

const READ = [
  `${POLITE_EN}(?:read|show(?: me)?|open|get|fetch)\\s+(?:the\\s+)?(?:mcp\\s+)?(?:resource\\s+)?${URI}(?:\\s+${OF_EN})?${END_EN}`,
  `${POLITE_ZH}(?:读取|读一?下?|查看|打开|看看?)\\s*(?:${SERVER_ZH}${NAME}\\s*(?:服务器)?的)?\\s*(?:MCP\\s*)?(?:资源)?\\s*${URI}${END_ZH}`,
  `^(?:${SERVER_JA}${NAME}\\s*(?:サーバー?)?の)?\\s*(?:MCP\\s*)?(?:リソース)?(?:の)?\\s*${URI}\\s*を、?(?:読んで|見せて|開いて|読み取って|表示して)${END_JA}`,
];

const WISH = "(?<wish>\\S.{0,200}?)";
const FIND = [
  `${POLITE_EN}(?:find|search for|look for|look up|get)\\s+(?:me\\s+)?(?:an?|any|the|some)?\\s*(?:mcp\\s+)?tools?\\s+(?:that\\s+(?:can\\s+)?|which\\s+(?:can\\s+)?|to\\s+|for\\s+|with which\\s+(?:i|you|we)\\s+can\\s+)${WISH}${END_EN}`,
  `${POLITE_EN}(?:is there|do you have|have you)\\s+(?:an?|any)\\s+(?:mcp\\s+)?tools?\\s+(?:that\\s+(?:can\\s+)?|which\\s+(?:can\\s+)?|to\\s+|for\\s+)${WISH}${END_EN}`,
  `${POLITE_ZH}(?:找|查找|搜索|搜|找找|有没有)(?:一下|一个|个|找)?\\s*(?:能够?|可以|用来|用于|会)?${WISH}的(?:MCP\\s*)?工具(?:吗)?[?？]?${END_ZH}`,
  `^${WISH}(?:ことができる|ための|のための|できる|する|用の)(?:MCP\\s*)?ツール(?:を、?(?:探して|検索して|見つけて)|は(?:ありますか|ある))[?？]?${END_JA}`,
];

const formsOf = (forms: readonly string[], intent: string) =>
  forms.map((form) => ({ form: new RegExp(form, "i"), intent }));

/** Words of which every form has one. */
export const SAYS_SERVER =
  /connect|mcp|tool|resource|:\/\/|连|接入|接上|工具|资源|接続|つな|繋|ツール|リソース/i;

/** The forms of each wish; a server is `name`, more of them `more`, an address `uri`, what a tool is wanted for `wish`. */
export const MCP_FORMS = [
  ...formsOf(CONNECT, "connect-mcp"),
  ...formsOf(TOOLS, "server-tools"),
  ...formsOf(RESOURCES, "list-resources"),
  ...formsOf(READ, "read-resource"),
  ...formsOf(FIND, "find-tools"),
];
