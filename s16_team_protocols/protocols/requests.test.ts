import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clock } from "../../shared/clock.ts";
import { scratch } from "../../shared/fixtures/folder.ts";
