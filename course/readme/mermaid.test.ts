// course/readme/mermaid · pictures that can be drawn pass, broken ones are named by line.
import { expect, test } from "vitest";
import { pictureFault } from "./mermaid.ts";

const GOOD = {
  "shapes and links": [
    "flowchart LR",
    "    %% a comment",
    "    you([you]) -- request --> messages",
    "    messages[(messages)] -- all of them,<br/>with tools --> model",
    "    model --> ask{does it ask<br/>for a tool?} & log",
    '    ask -- yes --> run["run(input, context)"] ==> done((done))',
    "    run -. after 50 times .-> stop{{stopped}}",
    "    ask -->|否| 完[[end]]".replace("完", "finish"),
  ],
  groups: [
    "flowchart TD",
    "subgraph lead",
    "  direction LR",
    "  a --> b",
    "end",
    "style a fill:#eee",
  ],
  "words of Mermaid's own": ["flowchart LR", "a --> call[one] --> calls & ending & classes"],
  colours: [
    "flowchart LR",
    "  a[one]:::loop --> b & c[three] -- result --> a",
    "  class b,c tools",
    "  classDef loop fill:#fde9c8,stroke:#c07c1a,color:#1f1f1f",
    "  classDef tools stroke-width:3px",
  ],
  "languages other than English": ["flowchart LR", "  you([你]) -- 请求 --> agent[エージェント]"],
  "a sequence": [
    "sequenceDiagram",
    "  participant you as 你",
    "  you->>agent: What files are here?",
    "  loop until no call",
    "    agent-->>you: text",
    "  end",
    "  alt yes",
    "    Note over you,agent: asked",
    "  else no",
    "    you-)agent: n",
    "  end",
  ],
  "a state diagram": [
    "stateDiagram-v2",
    "  [*] --> open",
    "  open --> done: completed",
    "  state done {",
    "    kept --> gone",
    "  }",
  ],
};

test.each(Object.entries(GOOD))("%s can be drawn", (_, lines) => {
  expect(pictureFault(lines)).toBeUndefined();
});

test.each([
  ["a bracket that is not closed", ["flowchart LR", "a[one --> b"], 1],
  ["brackets that do not match", ["flowchart LR", "a --> b([two)"], 1],
  ["a parenthesis in a label without quotes", ["flowchart LR", "a --> b[run(input)]"], 1],
  ["a link without an end", ["flowchart LR", "a -- text b"], 1],
  ["a link to nothing", ["flowchart LR", "a -->"], 1],
  ["a link of one dash", ["flowchart LR", "a -> b"], 1],
  ["a node called end", ["flowchart LR", "a --> end"], 1],
  ["a node called call", ["flowchart LR", 'a --> call["ask"]', "call -- yes --> b"], 2],
  ["a node called style", ["flowchart LR", "a --> style[one]"], 1],
  ["a group that is not closed", ["flowchart LR", "subgraph one", "a --> b"], 1],
  ["an end of nothing", ["flowchart LR", "a --> b", "end"], 2],
  ["a colour that is not defined", ["flowchart LR", "a --> b", "class a loop"], 2],
  ["a colour of a box that is not defined", ["flowchart LR", "a:::loop --> b"], 1],
  [
    "text that cannot be read on its colour in the dark",
    ["flowchart LR", "a --> b", "class a loop", "classDef loop fill:#fff"],
    3,
  ],
  ["another kind of picture", ["pie", '"a": 1'], 0],
  ["no direction", ["flowchart", "a --> b"], 0],
  ["no picture", ["flowchart LR", ""], 0],
  ["a message without text", ["sequenceDiagram", "you->>agent"], 1],
  ["an else outside", ["sequenceDiagram", "else no", "a->>b: c"], 1],
  ["an arrow of another diagram", ["stateDiagram-v2", "a ->> b"], 1],
])("%s is found", (_, lines, at) => {
  expect(pictureFault(lines)?.at).toBe(at);
});
