// course/generate/seam · the modules that another host replaces, as ARCHITECTURE.md lists them.
import { HOST_FOLDER, importsOfNode, sharedFiles } from "../chapters/host.ts";
import { importsOf } from "../chapters/imports.ts";

/** A table with a row for each module: what it is, who asks for it, and what it takes from Node. */
export function seamTable(root: string): string {
  const files = sharedFiles(root);
  const askedBy = (module: string) =>
    files
      .filter(([file, text]) => importsOf(file, text).some(({ target }) => target === module))
      .map(([file]) => codeOf(file));
  const rows = files
    .filter(([file]) => file.startsWith(HOST_FOLDER))
    .map(([file, text]) => {
      const [first = ""] = text.split("\n");
      const about = first.slice(first.indexOf("· ") + 2).replace(/\.$/, "");
      const taken = new Set(importsOfNode(file, text).map(({ from }) => `\`${from}\``));
      return [`[${nameOf(file)}](${file})`, about, askedBy(file).join(" "), [...taken].join(" ")];
    });
  const head = ["module", "what it is", "asked by", "from Node"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const nameOf = (file: string) => file.slice(HOST_FOLDER.length);

const codeOf = (file: string) => `\`${file.slice("shared/".length)}\``;
