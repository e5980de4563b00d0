// course/peers/conformance-client · started by the conformance suite with the address of a server: the newest agent connects it and calls its tools.
import { meetAll } from "./client.ts";

const { results } = await meetAll({ type: "http", url: process.argv[2] });
for (const { is_error, content } of results) console.log(is_error ? "error:" : "result:", content);
process.exit(0);
