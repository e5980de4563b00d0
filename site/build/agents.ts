// site/build/agents · the agents that are built: each chapter, and each draft of one.
import { basename, join } from "node:path";
import { ROOT } from "../../course/base/root.ts";
import { draftsOf } from "../../course/chapters/drafts.ts";
import { listChapters } from "../../course/chapters/list.ts";

export interface Agent {
  /** "s01_agent_loop", or "s01.2" */
  name: string;
  /** The path of its chapter's folder. */
  chapter: string;
  /** A draft stands for the mechanism's own file; both are paths. */
  draft: { door: string; file: string } | undefined;
}

/** All agents of the course, or those of the chapters that are named, such as "s03". */
export function listAgents(named: string[] = []): Agent[] {
  const chapters = listChapters(ROOT).filter(
    (name) => named.length === 0 || named.includes(name.slice(0, 3)),
  );
  return chapters.flatMap((name) => agentsOf(join(ROOT, name)));
}

function agentsOf(chapter: string): Agent[] {
  const drafts = draftsOf(chapter).map(({ name, door, file }) => {
    const draft = { door: join(chapter, door), file: join(chapter, file) };
    return { name, chapter, draft };
  });
  return [{ name: basename(chapter), chapter, draft: undefined }, ...drafts];
}
