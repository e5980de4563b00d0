// course/bench/only-sdk · what every chapter has to load at least.
import Anthropic from "@anthropic-ai/sdk";

console.log(typeof Anthropic);
