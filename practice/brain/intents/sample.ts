// practice/brain/intents/sample · small programs that are asked for by name: FizzBuzz, Fibonacci, a web server, a test.
import type { Plan } from "../types.ts";
import type { Asked } from "./asked.ts";
import { endless, runStep, startCommand } from "./run.ts";
import { source, type Topic } from "./sources.ts";
import { decline } from "./talk.ts";
import { writeStep } from "./writeStep.ts";

const TOPICS: [Topic["kind"], RegExp][] = [
  ["fizzbuzz", /fizz[ -]?buzz|フィズバズ/i],
  [
    "fibonacci",
    /fibonacci(?: (?:numbers|sequence|series))?|斐波那契(?:数列|数)?|フィボナッチ(?:数列|数)?/i,
  ],
  [
    "server",
    /(?:web|http) ?server|(?:web|http|网页|网络)\s*服务器|(?:web|http|ウェブ)\s*サーバー?/i,
  ],
  ["test", /\b(?:unit )?test\b|(?:单元)?测试|(?:単体)?テスト/i],
];
const LANGUAGES: [string, RegExp][] = [
  ["py", /(?:in |with |用\s*)?\bpython3?\b(?:\s*(?:で|的))?/i],
  ["js", /(?:in |with |用\s*)?\b(?:javascript|js|node(?:\.js)?)\b(?:\s*(?:で|的))?/i],
  ["sh", /(?:in |with |用\s*)?\bbash\b(?:\s*(?:で|的))?/i],
];
const FILE =
  /(?:(?:in|to|as|called|named|into) |(?:到|在|为|叫|成)\s*)?(?<![\w./-])([\w/-]+\.(py|js|mjs|sh))(?![\w.])(?:\s*(?:に|里|中|という))?/i;
const COUNT =
  /(?:(?:up )?to |(?:the )?first |(?:到|前)\s*)?(?<![\w.])(\d{1,4})(?![\w.])(?: numbers)?(?:\s*(?:まで|個の?|个|项))?/i;
/** To run it belongs to the wish where it is the last thing asked. */
const RUN =
  /(?:[\s,;、。]|\b(?:and|then)\b|并且?|然后|再|接着|それから|そして|それを)*(?:\b(?:run|execute|start) ?(?:it|the (?:program|script))?|(?:运行|执行|跑)(?:一下|它|这个程序)*|実行(?:して)?(?:ください|下さい)?)\s*$/i;
/** The answer does that anyway. */
const REPORT =
  /[\s,、]*(?:\b(?:and )?(?:show|tell|give)(?: me)? (?:the |its )?(?:result|output)s?|(?:并)?(?:告诉我|给我看|显示)(?:运行)?结果|結果を(?:見せて|教えて|表示して)(?:ください)?)\s*$/i;
const REST =
  /\b(?:write|create|make|build|generate|give|show|me|a|an|the|new|small|simple|tiny|short|little|program|script|function|code|file|that|which|prints?|calculates?|computes?|save|and|it|for me|please|can|could|you)\b|请|帮我|帮忙|给我|创建|新建|编写|生成|保存(?:して)?|写|做|建|一个|一段|个|小さな|簡単な|小型|小的?|简单的?|程序|脚本|代码|函数|文件|计算|打印|输出|并|的|吧|它|プログラム|スクリプト|コード|関数|ファイル|小さな|簡単な|(?:計算|表示|出力)する|を|の|書いて|作って|作成して|ください|くれますか/gi;
const WRITES =
  /\b(?:write|create|make|build|generate)\b|创建|新建|编写|生成|写|做|建|書いて|作って|作成して/i;

/** "Write fizzbuzz in python and run it": a program it knows, a file or none, and not one word more. */
export function sample({ words, language }: Asked): Plan | undefined {
  if (!WRITES.test(words)) return undefined;
  const asked = words.replace(REPORT, "");
  const runs = RUN.test(asked);
  const wish = asked.replace(RUN, "");
  const [, name, typed] = FILE.exec(wish) ?? [];
  const { kind, count, ending = "py" } = wishOf(wish.replace(FILE, " "));
  if (kind === undefined) return undefined;
  // A test for a program that is there is not the same.
  if (kind === "test" && name !== undefined && !name.includes("test")) return undefined;
  const written = typed ?? ending;
  if (written === "sh" && (kind === "server" || kind === "test")) return undefined;
  const own = kind === "test" ? { py: "test_example", js: "example.test" }[written] : kind;
  const file = name ?? `${own}.${written}`;
  const write = writeStep(language, file, source(written, topicOf(kind, count)));
  const steps = [{ ...write, rule: "write-program" }];
  const line = runs ? startCommand(file) : undefined;
  if (kind === "server" && runs)
    return { kind: "talk", rule: "decline", text: decline(language, endless(language), "") };
  if (line !== undefined) steps.push({ ...runStep(language, "run-file", line), file });
  return { kind: "steps", language, steps };
}

/** What a wish without the name of its file says; no `kind` where a word of it is left over. */
function wishOf(wish: string): { kind?: Topic["kind"]; count?: number; ending?: string } {
  const [ending, inLanguage] = LANGUAGES.find(([, form]) => form.test(wish)) ?? [];
  let rest = inLanguage === undefined ? wish : wish.replace(inLanguage, " ");
  const [kind, form] = TOPICS.find(([, one]) => one.test(rest)) ?? [];
  if (kind === undefined || form === undefined) return {};
  rest = rest.replace(form, " ");
  const count = kind === "fizzbuzz" || kind === "fibonacci" ? COUNT.exec(rest)?.[1] : undefined;
  if (count !== undefined) rest = rest.replace(COUNT, " ");
  if (/[^\s,、]/.test(rest.replace(REST, " "))) return {};
  return { kind, ...(count && { count: Number(count) }), ...(ending && { ending }) };
}

function topicOf(kind: Topic["kind"], count: number | undefined): Topic {
  if (kind === "fizzbuzz") return { kind, to: Math.min(count ?? 100, 1000) };
  if (kind === "fibonacci") return { kind, count: Math.min(count ?? 10, 90) };
  return kind === "server" ? { kind } : { kind: "test" };
}
