// practice/brain/context.test · questions about the agent, the person and the world are answered from the workspace files in the prompt, or not at all.
import { expect, test } from "vitest";
import { FIVE } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

const FILES = {
  "AGENTS.md": "# Rules\n\n- Answer letters within a day.",
  "SOUL.md": "Be brief.",
  "IDENTITY.md": "# Identity\n\n- Name: Pip\n- Role: helps one person",
  "USER.md": "# The person\n\n- Name: Ada\n- Time zone:\n- Prefers: short answers",
  "MEMORY.md": "- The boat goes to Mia.\n- 船归米娅。\n- ボートはミアのもの。",
};

function promptWith(files: Record<string, string>): string {
  const blocks = Object.entries(files).map(([name, text]) => `## ${name}\n\n${text}`);
  const head = "You are a coding agent.\n\n# Project Context\n\nThese files are already loaded.";
  const other = "What is remembered:\n<memories>\nThe anchor is with Tom.\n</memories>";
  return [head, ...blocks, "## HEARTBEAT.md\n\n[File not found]", other].join("\n\n");
}

type Message = { role: string; content: unknown };
const user = (content: unknown): Message => ({ role: "user", content });
const replyTo = (request: string, files: Record<string, string> = FILES, before: Message[] = []) =>
  think({ system: promptWith(files), messages: [...before, user(request)], tools: FIVE });

const without = (name: string) =>
  Object.fromEntries(Object.entries(FILES).filter(([one]) => one !== name));

const NOTHING = {
  en: "Nothing in my prompt or in this conversation says it.",
  zh: "我的提示和这次对话里都没有说到。",
  ja: "私のプロンプトにもこの会話にも書いてありません。",
};

test.each<[request: string, answer: string]>([
  ["Who are you?", 'IDENTITY.md says: "Name: Pip", "Role: helps one person"'],
  ["你是谁？", "IDENTITY.md 里写着：“Name: Pip”、“Role: helps one person”"],
  ["あなたは誰ですか？", "IDENTITY.md に書いてあること：「Name: Pip」、「Role: helps one person」"],
  ["What's your name?", 'IDENTITY.md says: "Name: Pip"'],
  ["Who am I?", 'USER.md says: "Name: Ada", "Prefers: short answers"'],
  ["我是谁？", "USER.md 里写着：“Name: Ada”、“Prefers: short answers”"],
  ["私の名前は？", "USER.md に書いてあること：「Name: Ada」"],
  ["What's in USER.md?", 'USER.md says: "Name: Ada", "Prefers: short answers"'],
  ["SOUL.md 里有什么？", "SOUL.md 里写着：“Be brief.”"],
  ["SOUL.mdには何が書いてありますか？", "SOUL.md に書いてあること：「Be brief.」"],
  ["Who gets the boat?", 'MEMORY.md says: "The boat goes to Mia."'],
  ["船给谁？", "MEMORY.md 里写着：“船归米娅。”"],
  ["ボートは誰がもらう？", "MEMORY.md に書いてあること：「ボートはミアのもの。」"],
  ["What do you know about the boat?", 'MEMORY.md says: "The boat goes to Mia."'],
  ["关于船你知道什么？", "MEMORY.md 里写着：“船归米娅。”"],
  ["ボートについて何を知っていますか？", "MEMORY.md に書いてあること：「ボートはミアのもの。」"],
])("the line is quoted and the file named, without a call: %s", (request, text) => {
  const reply = replyTo(request);
  expect(reply).toMatchObject({ text });
  expect(reply.calls).toBeUndefined();
});

test.each<[request: string, language: keyof typeof NOTHING]>([
  ["Who gets the boat?", "en"],
  ["船给谁？", "zh"],
  ["ボートは誰がもらう？", "ja"],
  ["What do you know about the boat?", "en"],
  ["关于船你知道什么？", "zh"],
  ["ボートについて何を知っていますか？", "ja"],
])("without the file it says that it does not know: %s", (request, language) => {
  expect(replyTo(request, without("MEMORY.md")).text).toBe(NOTHING[language]);
});

test("of who somebody is, nothing is said where the file is not there", () => {
  expect(replyTo("Who am I?", without("USER.md")).text).toBe(NOTHING.en);
  expect(replyTo("Who are you?", without("IDENTITY.md")).text).toBe('SOUL.md says: "Be brief."');
  expect(replyTo("Who are you?", {}).rule).toBe("identity");
});

test("a file that is not in the prompt is read by a call", () => {
  const [call] = replyTo("What's in MEMORY.md?", without("MEMORY.md")).calls ?? [];
  expect(call).toMatchObject({ name: "read_file", input: { path: "MEMORY.md" } });
  expect(replyTo("Read MEMORY.md").calls).toHaveLength(1);
});

test("what was said or printed in the conversation counts, a question does not", () => {
  const asked = [user("Who gets the anchor?"), { role: "assistant", content: "I do not know." }];
  expect(replyTo("Who gets the anchor?", FILES, asked).text).toBe(NOTHING.en);
  const said = [user("The anchor goes to Tom."), { role: "assistant", content: "Good." }];
  expect(replyTo("Who gets the anchor?", FILES, said).text).toBe(
    'This conversation says: "The anchor goes to Tom."',
  );
});

test("a section behind the files is none of theirs", () => {
  expect(replyTo("Who has the anchor?").text).toBe(NOTHING.en);
});

test.each(["Who gets the boat of Tom?", "What is a closure?", "Translate the boat"])(
  "in doubt it declines: %s",
  (request) => {
    expect(replyTo(request)).toMatchObject({ rule: "decline" });
  },
);

test("without such a section nothing changes", () => {
  const asked = (request: string) =>
    think({ system: "You are a coding agent.", messages: [user(request)], tools: FIVE });
  expect(asked("Who gets the boat?").rule).toBe("decline");
  expect(asked("Who are you?").rule).toBe("identity");
  expect(asked("What do you know about me?").text).toContain("I was given no memories");
});
