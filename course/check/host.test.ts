// course/check/host · an import of what only Node has is found, outside the modules that another host replaces.
import { type Plant, testPlants, useToy } from "./plant.ts";

const PLANTS: Plant[] = [
  [
    "a chapter that starts processes itself",
    (toy) =>
      toy.edit(
        "s03_three/three.ts",
        "// three",
        'import { spawn } from "node:child_process";\n// three',
      ),
    "s03_three/three.ts:1  imports node:child_process, which only Node has",
    "go through shared/",
  ],
  [
    "a draft that listens",
    (toy) => toy.write("s03_three/drafts/1_bare.ts", 'export { createServer } from "node:net";\n'),
    "s03_three/drafts/1_bare.ts:1  imports node:net, which only Node has",
    "go through shared/",
  ],
  [
    "a file of shared/ that asks over HTTP, beside modules that may",
    (toy) => {
      toy.write("shared/host/node/shell.ts", 'export { spawn } from "node:child_process";\n');
      toy.write("shared/ask.ts", 'import type { A } from "node:net";\nimport "node:http";\n');
    },
    "shared/ask.ts:2  imports node:http, which only Node has",
    "a module of shared/host/node/",
  ],
];

testPlants(PLANTS, useToy());
