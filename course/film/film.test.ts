// course/film/film · a film shows its session: every line, every request, each at its time; and the same session gives the same film.
import { expect, test } from "vitest";
import { LANGUAGES } from "../base/languages.ts";
import { filmOf } from "./film.ts";
import { type Call, callsOf, type Scene } from "./scenes.ts";
import { timelineOf } from "./timeline.ts";

const call = (messages: number, cached: number, ...shows: string[]): Call => ({
  tokens: { tools: 200, system: 100, messages },
  ...{ cached, tools: 2, shows },
});

const SCENES: Scene[] = [
  { before: "$ ", typed: "npm start", kind: "start", lines: ["ready & <waiting>"], calls: [] },
  {
    ...{ before: "s14 >> ", typed: "go", kind: "type", lines: ["…", "> bash ls", "a", "…"] },
    calls: [call(10, 0, "> bash", "Allow bash"), call(60, 310, "Done.")],
  },
  {
    ...{ before: "Sure? ", typed: "y", kind: "answer", lines: ["It is…"] },
    calls: [call(110, 340, "It is done.")],
  },
];

const COLUMNS = 60;

test("each line appears after the one before it, and a request before its reply", () => {
  const { rows, sent, length } = timelineOf(SCENES, COLUMNS);
  expect(rows.map(({ text, typed }) => text + (typed?.text ?? ""))).toEqual([
    ...["$ npm start", "ready & <waiting>"],
    ...["s14 >> go", "…", "> bash ls", "a", "…"],
    ...["Sure? y", "It is…"],
  ]);
  const at = (text: string) => rows.find((row) => row.text === text)?.at ?? Number.NaN;
  const times = rows.map((row) => row.at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(sent.map(({ at, until }) => until - at)).toEqual([1500, 1500, 1500]);
  expect(sent[0]?.until).toBe(at("> bash ls"));
  // What shows the second reply is left out by the README.
  expect(sent[1]?.at).toBe(at("a") + 120);
  expect(sent[2]?.until).toBe(at("It is…"));
  expect(length).toBeGreaterThan(at("It is…"));
});

test("a letter takes 40 ms, a Chinese sign twice that", () => {
  const typed = (text: string) => {
    const scene = { before: "s14 >> ", typed: text, kind: "type", lines: [], calls: [] };
    const [row] = timelineOf([scene], COLUMNS).rows;
    return (row?.typed?.to ?? 0) - (row?.typed?.from ?? 0);
  };
  expect(typed("abcde")).toBe(200);
  expect(typed("写程序")).toBe(240);
});

test("a line that is too long goes on in the next row, between words", () => {
  const { rows } = timelineOf(SCENES, 10);
  expect(rows.map(({ text }) => text.trim())).toContain("<waiting>");
});

test.each(LANGUAGES)("a film in %s is one that any page can show", (language) => {
  const film = filmOf(SCENES, language);
  expect(film).toBe(filmOf(structuredClone(SCENES), language));
  expect(film).toMatch(/^<svg [^>]*role="img"[^>]*>\n<title id="t">[^<]+<\/title>\n<desc /);
  expect(film).toContain("ready &amp; &lt;waiting&gt;");
  expect(film).not.toMatch(/<script|<image|<foreignObject|@import|url\(|font-face|href=/);
  const sizes = [...film.matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  expect(film).toContain("@media (prefers-color-scheme:dark)");
});

test("nothing moves for those who do not want it, and then the last picture is seen", () => {
  const film = filmOf(SCENES, "en");
  const [still = "", moving = ""] = film.split("@media (prefers-reduced-motion:no-preference){");
  expect(still).not.toMatch(/animation|keyframes/);
  expect(moving).toContain("@keyframes");
  expect(looksOf(film, "Request 3 ·")).toContain("opacity:1");
  expect(looksOf(film, "Request 2 ·")).toContain("opacity:0");
  expect(looksOf(film, "It is…")).toContain("opacity:1");
});

/** The style that stays of the group around a text. */
function looksOf(film: string, text: string): string {
  const start = film.lastIndexOf("<g class=", film.indexOf(text));
  const [, name = ""] = /^<g class="(\w+)"/.exec(film.slice(start)) ?? [];
  return new RegExp(`^\\.${name}\\{(.*)\\}$`, "m").exec(film)?.[1] ?? "";
}

test("a square stands for ten tokens, and has its colour from where they came", () => {
  const film = filmOf(SCENES, "en");
  const runs = [...film.matchAll(/<path class="(\w+)" d="([^"]+)"/g)].map(
    ([, name, path = ""]) => ({
      squares: [...path.matchAll(/h(\d+)/g)].reduce(
        (sum, [, width]) => sum + (Number(width) + 3) / 11,
        0,
      ),
      color: new RegExp(`^\\.${name}\\{.*--(\\w+)`, "m").exec(film)?.[1],
    }),
  );
  const of = (color: string) =>
    runs.filter((run) => run.color === color).reduce((sum, { squares }) => sum + squares, 0);
  expect([of("cached"), of("new")]).toEqual([34, 7]); // the last request: 410 tokens, 340 of them cached
});

const REQUEST = {
  model: "practice-1",
  max_tokens: 9,
  system: "You are in /tmp/x.",
  tools: [{ name: "bash", description: "Runs it.", input_schema: { type: "object" } }],
  messages: [{ role: "user", content: "go" }],
};

/** A line of a trace. */
const traced = (request: object, read: number, content: object[] = []) =>
  JSON.stringify({ request, reply: { content, usage: { cache_read_input_tokens: read } } });

const same = (text: string) => text;

test("the parts of a request are measured, and what its reply puts on the screen is known", () => {
  const content = [
    { type: "text", text: "\nI look.\nThen I act." },
    { type: "tool_use", name: "bash", input: {} },
  ];
  const [one] = callsOf([traced(REQUEST, 0, content)], same);
  expect(one).toMatchObject({ cached: 0, tools: 1 });
  expect(one?.shows).toEqual(["I look.", "> bash", "Allow bash"]);
  const { tools = 0, system = 0 } = one?.tokens ?? {};
  const [two] = callsOf([traced(REQUEST, tools + system)], same);
  expect(two?.cached).toBe(tools + system);
});

test("a path counts as the one that a README shows", () => {
  const line = (folder: string) => traced({ ...REQUEST, system: `You are in ${folder}.` }, 0);
  const shown = (text: string) => text.replaceAll(/\/tmp\/\w+/g, "/home/you");
  expect(callsOf([line("/tmp/a1b2c3d4e5")], shown)).toEqual(callsOf([line("/tmp/abcdef")], shown));
});

test("side questions and requests without a reply are not drawn", () => {
  const side = traced({ ...REQUEST, metadata: { user_id: "side:memories" } }, 0);
  const failed = JSON.stringify({ request: REQUEST, error: "Overloaded" });
  expect(callsOf([side, failed], same)).toEqual([]);
});

test("a cache that gives half a part is an error", () => {
  expect(() => callsOf([traced(REQUEST, 5)], same)).toThrow("5 tokens from the cache");
});
