// course/bundle/make · makes the bundle of one folder: the launcher's way to this when there is none yet.
import { bundleChapter } from "./bundle.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder whose code.ts is to be bundled.");
await bundleChapter(folder);
