// course/bundle/make · makes the bundle of one folder: the launcher's way to this when there is none yet.
import { bundleChapter } from "./bundle.ts";

await bundleChapter(process.argv[2] ?? ".");
