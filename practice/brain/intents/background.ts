// practice/brain/intents/background · commands in the background: started, looked at, and told of when they have ended.
import { isFields, listOf, stringOf } from "../blocks.ts";
import type { Language, Plan, Step } from "../types.ts";
import { pick, quoted, row } from "../words.ts";
import { matches } from "./asked.ts";

const COMMAND = '(?:`(?<tick>[^`\\n]+)`|["“「](?<quote>[^"”」\\n]+)["”」])';
const RUN = [
  `(?:please )?(?:(?:can|could) you )?(?:run|start|execute|launch) (?:the command )?${COMMAND} in the background(?: please)?`,
  `(?:please )?in the background,? (?:please )?(?:run|start|execute) ${COMMAND}`,
  `(?:请|帮我)*(?:在|到)?后台(?:里)?(?:运行|执行|启动|跑)(?:一下)?(?:命令)?\\s*${COMMAND}`,
  `(?:请|帮我)*(?:把|将)?\\s*${COMMAND}\\s*(?:放到|放在|在)后台(?:里)?(?:去)?(?:运行|执行|启动|跑)`,
  `${COMMAND}\\s*を\\s*バックグラウンドで(?:実行|起動|開始)して(?:ください|ほしい)?`,
  `バックグラウンドで\\s*${COMMAND}\\s*を(?:実行|起動|開始)して(?:ください|ほしい)?`,
];
const LIST = [
  "what(?:'s| is) (?:still )?running in the background",
  "(?:show|list) (?:me )?(?:the |all )?background (?:commands|jobs|tasks)",
  "which (?:commands|jobs|tasks) (?:run|are running) in the background",
  "后台(?:现在|还)?有(?:什么|哪些(?:命令|任务)?)(?:在|正在)(?:运行|跑)",
  "(?:现在)?后台(?:正在|在)(?:运行|跑)(?:什么|哪些(?:命令|任务)?)",
  "(?:列出|显示|看看)(?:所有)?后台(?:的)?(?:命令|任务)",
  "(?:今、?)?バックグラウンドで(?:は)?(?:今、?)?何が(?:動いて|実行されて)い(?:る|ます)(?:か|の)?",
  "バックグラウンドの(?:コマンド|ジョブ|タスク)(?:の一覧)?を(?:見せて|表示して|教えて)(?:ください)?",
  "バックグラウンドで動いている(?:もの|コマンド)(?:は何ですか|を教えて(?:ください)?)",
];

/** A request that is all about the background: a command to be started there, or what runs there. */
export function inBackground(request: string, language: Language): Plan | undefined {
  const words = request
    .normalize("NFKC")
    .trim()
    .replace(/[\s.?!。]+$/, "");
  const { tick, quote } = matches(words, ...RUN)?.groups ?? {};
  const command = tick ?? quote;
  const step = command !== undefined ? startStep(language, command) : undefined;
  const steps = step ?? (matches(words, ...LIST) ? listStep(language) : undefined);
  return steps && { kind: "steps", steps: [steps], language };
}

function startStep(language: Language, command: string): Step {
  const task = pick(
    language,
    `run \`${command}\` in the background`,
    `在后台运行 \`${command}\``,
    `\`${command}\` のバックグラウンドでの実行`,
  );
  return answered(language, "run-background", task, (offer) => offer.background?.(command));
}

function listStep(language: Language): Step {
  const task = pick(
    language,
    "show what runs in the background",
    "查看后台命令",
    "バックグラウンドの確認",
  );
  return answered(language, "list-background", task, (offer) => offer.listBackground?.());
}

function answered(language: Language, rule: string, task: string, call: Step["call"]): Step {
  const say = (result: string) => {
    const text = quoted(language, result);
    return pick(
      language,
      `The tool answered:${text}`,
      `工具的结果：${text}`,
      `ツールの結果：${text}`,
    );
  };
  return { rule, task, call, say };
}

const NOTE = /^<note kind="background">\n([\s\S]*)\n<\/note>$/;

/** What is said of commands that have ended, where the last message is a note about them and nothing else. */
export function saidOfEnded(body: unknown, language: Language): string | undefined {
  const messages = listOf(isFields(body) ? body.messages : undefined).filter(isFields);
  const { role, content } = messages.at(-1) ?? {};
  const blocks =
    typeof content === "string" ? [{ text: content }] : listOf(content).filter(isFields);
  const [text, ...more] = blocks.map((block) => stringOf(block.text));
  const [, json] = NOTE.exec(text ?? "") ?? [];
  if (role !== "user" || json === undefined || more.length > 0) return undefined;
  return newsIn(json)
    .map((news) => sentence(news, language))
    .join("\n\n");
}

function newsIn(json: string) {
  try {
    return listOf(JSON.parse(json)).filter(isFields);
  } catch {
    return [{ id: "?", status: json }];
  }
}

function sentence(news: Record<string, unknown>, language: Language): string {
  const of = (name: string) => stringOf(news[name]);
  const code = typeof news.exit_code === "number" ? [`exit code ${news.exit_code}`] : [];
  const how = row(language, [of("status"), ...code, ...(of("reason") ? [of("reason")] : [])]);
  const end = quoted(language, of("output_ends") || "(no output)");
  return pick(
    language,
    `${of("id")} has ended: ${how}. The command: \`${of("command")}\`. Its output ends:${end}`,
    `${of("id")} 已结束：${how}。命令：\`${of("command")}\`。输出的结尾：${end}`,
    `${of("id")} が終わりました：${how}。コマンド：\`${of("command")}\`。出力の終わり：${end}`,
  );
}
