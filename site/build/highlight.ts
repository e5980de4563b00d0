// site/build/highlight · coloured code, kept from one build to the next: a page's code is coloured again only when it has changed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { MarkdownOptions } from "vitepress";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];
type Highlight = (text: string, language: string, attributes: string) => string | Promise<string>;

/** What a build has coloured, by a hash of it; `used` are the keys of this build. */
interface Kept {
  known: Record<string, string>;
  used: Record<string, string>;
}

/** `version` changes with what colours: with another one, nothing of a file is used. */
export function openKept(file: string, version: string): Kept {
  const found = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return { known: found.version === version ? found.known : {}, used: {} };
}

/** Writes what this build has used. */
export async function writeKept(file: string, version: string, { used }: Kept): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ version, known: used }));
}

const PLACEHOLDER = /::markdown-it-async::(\w+)::/;

/**
 * Takes from what is kept what was coloured before. Code is coloured later than its page is rendered: the renderer puts a
 * placeholder there, and has a map from it to what is awaited.
 */
export function keepHighlights(markdown: Markdown, kept: Kept): void {
  const { options } = markdown;
  const highlight: Highlight | undefined = Reflect.get(options, "highlight");
  const awaited: unknown = Reflect.get(markdown, "placeholderMap");
  if (!highlight || !(awaited instanceof Map)) return;
  async function colour(...given: Parameters<Highlight>): Promise<string> {
    const shown = await highlight?.(...given);
    const [, id] = PLACEHOLDER.exec(shown ?? "") ?? [];
    const [html = shown] = awaited instanceof Map ? (awaited.get(id) ?? []) : [];
    if (awaited instanceof Map) awaited.delete(id);
    return html;
  }
  const coloured: Highlight = async (...given) => {
    const key = createHash("sha1").update(given.join("\n")).digest("base64url");
    const html = kept.known[key] ?? (await colour(...given));
    kept.known[key] = html;
    kept.used[key] = html;
    return html;
  };
  Object.assign(options, { highlight: coloured });
}
