// site/page/awaits · each await of a file that its reader has changed keeps what AsyncLocalStorage stores, which the browser's own await does not.
import { javascriptLanguage } from "@codemirror/lang-javascript";

interface Insertion {
  at: number;
  text: string;
}

/** JavaScript in which the functions of host/awaits.ts stand around each await, and in each loop that awaits. */
export function keepingContext(code: string): string {
  const found: Insertion[] = [];
  const insert = (at: number, text: string) => found.push({ at, text });
  let loops = 0;
  javascriptLanguage.parser.parse(code).iterate({
    enter({ name, from, to, node }) {
      if (name === "AwaitExpression") {
        insert(from, "$resumed($here(), ");
        insert(from + "await".length, " $settled(");
        insert(to, "))");
      }
      if (name !== "ForStatement" || !node.getChild("await")) return;
      const body = node.getChild("Block");
      if (!body || node.parent?.name === "LabeledStatement") return;
      const place = `$place${++loops}`;
      insert(from, `{ const ${place} = $here(); `);
      insert(body.from + 1, ` $back(${place});`);
      insert(to, ` $back(${place}); }`);
    },
  });
  const sorted = found.toSorted((one, other) => one.at - other.at);
  let done = 0;
  const parts = sorted.map(({ at, text }) => {
    const before = code.slice(done, at);
    done = at;
    return before + text;
  });
  return parts.join("") + code.slice(done);
}
