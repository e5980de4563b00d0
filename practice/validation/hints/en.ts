// practice/validation/hints/en · what to do about each broken rule, in English.

/** By the rule's id. */
export const en: Readonly<Record<string, string>> = {
  "key-required":
    "Send a key, any text will do: x-api-key: practice, or Authorization: Bearer practice.",
  "key-empty":
    "The x-api-key header is there but empty: the variable it comes from is probably not set.",
  "bearer-token": 'The authorization header has to read "Bearer", a space and the key.',
  "version-required":
    "Every request names the API version: anthropic-version: 2023-06-01 or 2026-10-21.",
  "version-unknown":
    "The versions are 2023-06-01 and 2026-10-21; the version is a date of the API, not of the model.",
  "content-type": "The body is JSON, so say so: content-type: application/json.",
  "body-too-large":
    "A request may have 32 MB: send large files by reference, or shorten the history.",
  "body-not-json": "The body was cut off or put together by hand; let JSON.stringify write it.",
  "body-depth":
    "Objects and arrays may be nested 1,024 levels deep; is a part of the body put into itself again and again?",
  "prompt-too-long":
    "The conversation no longer fits: drop or summarise old messages, then send it again.",
  "prompt-and-reply-too-long":
    "On this model prompt and max_tokens share the window: shorten one of them.",
  "not-found":
    "The endpoints are POST /v1/messages, POST /v1/messages/count_tokens and GET /v1/models; is /v1 in your base URL twice?",
  "body-type": "The body is one JSON object with model, max_tokens and messages.",
  "thread-unsupported":
    "Message threads are not offered here; the SDK's tool runner falls back by itself, or pass thread: false.",
  "unknown-field":
    "The API refuses fields it does not know: check the spelling, remove it, or send the anthropic-beta header it needs (temperature, top_p and top_k are gone since 2026-10-21).",
  "field-required":
    "A request needs model, messages and max_tokens; is the value undefined, so that JSON left it out?",
  "field-type":
    "The field is there with a value of another type, perhaps a string from an environment variable where a number belongs.",
  "nested-unknown-field": "A field inside this object is unknown: check the spelling or remove it.",
  "not-a-choice": "Take one of the values that the message lists.",
  "max-tokens-negative":
    "max_tokens is the longest reply you accept; your code probably subtracted too much.",
  "thinking-type":
    "thinking.type is enabled, adaptive, between_tools or disabled; which of them depends on the model.",
  "thinking-unknown-field":
    "budget_tokens goes with type enabled only; other fields of thinking may need a beta header.",
  "user-id-type": "metadata.user_id is a string.",
  "stop-sequence-blank": "A stop sequence of blanks would end nearly every reply; leave it out.",
  "output-format": 'output_config.format is { type: "json_schema", schema }.',
  "system-type": "system is a string, or a list of text blocks.",
  "system-block":
    "The system prompt holds text blocks only: put pictures and documents into a user message.",
  "system-unknown-field": "A system block has type, text and cache_control.",
  "system-cached-empty-text":
    "There is nothing to cache in an empty text: put the mark on a block with words.",
  "system-empty-text": "Leave the system prompt out rather than sending an empty block.",
  "messages-empty": "Start with one user message.",
  "messages-too-many": "A request takes 100,000 messages: summarise the old ones.",
  "message-type": "Each message is an object with role and content; is a plain string in the list?",
  "message-field-required": "Each message needs role and content.",
  "message-role":
    "Roles are user and assistant; tool results go into a user message, the system prompt into system.",
  "message-unknown-field":
    "You keep something of your own in the message (an id, a time): strip it before sending.",
  "message-content-type": "content is a string or a list of blocks.",
  "message-empty":
    "An empty message was kept in the history: when a reply has no content, do not append it.",
  "block-type":
    "This kind of block does not exist here; OpenAI's names differ: text, image, tool_use, tool_result.",
  "block-field-required": "The block lacks a field that its type needs.",
  "block-unknown-field":
    "Send a block back as you got it, without fields of your own (thinking cannot carry cache_control).",
  "block-field-type":
    "A field of the block has another type than the message says: text, for example, has to be a string; convert null and numbers first.",
  "cached-empty-text":
    "There is nothing to cache in an empty text: put the mark on a block with words.",
  "text-empty":
    'An empty text block was sent: leave the block out, or say something like "(no output)".',
  "text-blank":
    "You sent a text that is only white space, perhaps because the user just pressed Enter: do not send it.",
  "tool-use-input":
    "input is the parsed object, not its JSON text: JSON.parse it, and send {} for no arguments.",
  "tool-use-name":
    "Tool names are letters, digits, _ and -, at most 128 (64 according to the documentation).",
  "block-id": "Ids are letters, digits, _ and -: send them back as you got them.",
  "tool-result-content-type":
    "A tool result is a string or a list of blocks: turn other values into a string first.",
  "tool-result-content":
    "A tool result holds text, images or documents; anything else has to become text.",
  "block-in-user": "Only the model writes these blocks: the message has the wrong role.",
  "block-in-assistant": "Tool results come from you: put them into a user message.",
  "tool-type":
    'Tools have name, description and input_schema side by side, not inside "function" as with OpenAI.',
  "tool-field-required": "A tool needs name and input_schema, even when it takes no arguments.",
  "tool-unknown-field":
    "A tool has name, description and input_schema; the schema is not called parameters, and your run function is not sent.",
  "tool-name": "Tool names are letters, digits, _ and -: replace dots, slashes and spaces.",
  "tool-description": "description is a string.",
  "tool-schema-type": "input_schema is a JSON schema object; did you pass the zod schema itself?",
  "tool-schema-root":
    "Put the alternatives below a property: the top level of input_schema has to be a plain object.",
  "tool-schema-no-type": 'Add type: "object" at the top of input_schema.',
  "tool-schema-object": "A tool takes one object: wrap the value in a property.",
  "tool-schema-invalid":
    'A keyword of the schema has a value that JSON Schema does not know, such as type: "text".',
  "tool-unique":
    "Two tools have the same name, perhaps after shortening the names of a server's tools.",
  "tools-required":
    "The history holds tool calls, so the tools go with every request, also the last one or a summary.",
  "tool-choice-type": "tool_choice.type is auto, any, tool or none.",
  "tool-choice-unknown-field": "name goes with type tool only.",
  "tool-choice-without-tools": "Leave tool_choice out when you offer no tools.",
  "tool-choice-unknown-tool": "The forced tool is not among the tools of this request.",
  "tool-choice-forced":
    "This model cannot be forced to call a tool: ask for it in the prompt, and use output_config.format for JSON.",
  "first-role": "The history starts with the model's words: its first user message was dropped.",
  "system-first": "The first instructions go into the system field, not into the messages.",
  "system-empty": "A system message needs at least one block.",
  "system-follows": "A system message comes right after a user message (after its tool results).",
  "system-precedes":
    "After a system message comes the model, or nothing: move the user message before it.",
  "system-blocks": "A system message holds text only.",
  "tool-use-unique":
    "The same call is in the history twice: was the reply appended twice, or an old session joined to a new one?",
  "tool-result-single": "A call was answered twice: send one result for each id.",
  "tool-result-late":
    "You sent something, such as a reminder, before the tool result: results come first in the message after the calls.",
  "tool-use-unanswered":
    "A call has no result: answer every tool_use in the next message, also the refused, the failed and the interrupted ones.",
  "tool-result-orphan":
    "This result answers a call that is not in the message before: it was cut from the history, or the id is wrong.",
  "model-unknown": "This server knows practice-1 and the ids that GET /v1/models lists.",
  "max-tokens-too-many": "Ask for no more tokens than the model can write in one reply.",
  "max-tokens-zero":
    "max_tokens 0 only warms the cache: it goes without a stream, a budget, a format or a forced tool.",
  prefill:
    "The last message is the model's own: append the user's message or the tool results before you ask again.",
  "prefill-space": "Trim the start of the reply that you give the model.",
  "system-unsupported":
    "This model takes instructions in the system field only: put the reminder into a user message.",
  "document-in-assistant": "Documents come from you: put them into a user message.",
  "citations-in-user": "Citations belong to the model's texts: remove them from yours.",
  "thinking-no-enabled":
    "This model decides itself how much to think: drop the budget, use type adaptive and output_config.effort.",
  "thinking-no-adaptive": "This model thinks with a budget only: type enabled with budget_tokens.",
  "thinking-no-disabled":
    "Thinking cannot be switched off on this model: leave the field out and lower the effort (Sonnet 5.5 has between_tools).",
  "thinking-no-between-tools": "Only Sonnet 5.5 knows between_tools.",
  "thinking-disabled-effort": "Without thinking the effort may be high at most.",
  "thinking-budget-required": "type enabled needs budget_tokens.",
  "thinking-budget-type": "budget_tokens is a whole number.",
  "thinking-budget-small": "The smallest budget is 1024 tokens.",
  "thinking-budget-large": "The budget is part of max_tokens: raise max_tokens above it.",
  "thinking-first":
    "You dropped the thinking block: send the model's message back whole, thinking first.",
  "thinking-changed":
    "The thinking was changed on its way (trimmed, shortened, translated?): send it back byte for byte.",
  "thinking-signature":
    "The signature is not one that this model gave: keep it with its block, and drop thinking when you change the model.",
  "body-surrogate":
    "Text was cut in the middle of an emoji: cut by characters ([...text]), or call toWellFormed() on it.",
  "models-limit": "A page of models has 1 to 1000 of them.",
  "sampling-range": "temperature and top_p are numbers from 0 to 1.",
  "sampling-unsupported":
    "This model takes no sampling parameters: remove it, and say in the prompt how varied the answer should be.",
  "sampling-both": "Send temperature or top_p, not both.",
  "sampling-thinking-temperature": "With thinking, leave temperature out.",
  "sampling-thinking-top-k": "With thinking, leave top_k out.",
  "effort-unsupported":
    "This model has no effort setting: send output_config.effort only to models that take it.",
  "effort-level": "Each model takes some levels of effort only; RULES.md lists them.",
  "thinking-forced-tool":
    "A forced call leaves no room to think: use tool_choice auto, or leave thinking out.",
  "thinking-prefill":
    "You cannot write the start of the reply while the model thinks: end with a user message, or leave thinking out.",
  "thinking-redacted":
    "Redacted thinking comes from the model only: send it back as it was, to the same model.",
  "tool-schema-keys":
    "Name the properties of a tool with at most 64 letters, digits, dots, dashes and underscores.",
  "source-type": "An image comes as base64, url or file; a document also as text or content.",
  "source-field-required": "base64 needs media_type and data, url needs url, file needs file_id.",
  "source-media-type": "The API reads JPEG, PNG, GIF, WebP and PDF: convert other formats first.",
  "source-base64": "data is plain base64: no data: prefix, no line breaks.",
  "image-invalid": "The bytes are not an image that the API can read; was the file empty, or text?",
  "image-media-type": "Take media_type from the first bytes of the image, not from the file name.",
  "strict-schema-open":
    "Every object of a strict schema, nested ones too, has additionalProperties: false.",
  "strict-schema-additional":
    "A strict schema has no open objects: list the properties, or use an array of name and value.",
  "strict-schema-words":
    "Strict schemas do not support bounds: put them in the description, and check the value yourself.",
  "strict-schema-min-items": "minItems is 0 or 1 in a strict schema: check longer lists yourself.",
  "tool-result-is-error": "is_error is true or false; leave it out when all went well.",
  "server-tool-use-name":
    "server_tool_use blocks are the API's own: send them back as they came; your own tools use tool_use.",
  "tool-result-field-required":
    "A block in a tool result lacks a field that its type needs; a string as the content needs none.",
  "tool-result-field-type":
    "A field of a block in a tool result has another type than the message says; convert it first.",
  "tool-server-field-required":
    "This tool of the API's own needs one more setting, such as the size of the screen; the message names it.",
  "tool-field-type":
    "A setting of the tool has another type than the message says; leave it out to get the default.",
  "tool-choice-name-required":
    'tool_choice with type "tool" names the tool: add name, or use type "any".',
  "tool-choice-field-type":
    "In tool_choice, name is a string and disable_parallel_tool_use is true or false.",
  "system-field-type":
    "In a block of the system prompt text is a string, and citations a list; convert first.",
  "nested-field-type":
    "A field inside this object has another type than the message says; leave it out if you do not need it.",
  "source-field-type":
    "A field of the source has another type than the message says: data, url and file_id are strings.",
  "tool-server-name":
    "A tool of the API's own has a fixed name; another type is needed for another tool.",
  "tools-deferred":
    "At least one tool, such as the search tool, has to be there from the start: leave defer_loading out there.",
  "cache-mark": 'A mark is { type: "ephemeral" }, with ttl "5m" or "1h".',
  "cache-count":
    "At most four marks: move the last one on with the conversation instead of adding one each turn.",
  "cache-automatic-ttl":
    "The last block has a mark of its own with another ttl: keep one of the two.",
  "cache-order": "Marks for an hour come before marks for five minutes.",
  "tool-name-long":
    "A tool name is longer than the 64 characters of the documentation: other endpoints refuse it.",
  "cache-nothing":
    "The prompt up to the mark is shorter than this model caches, so nothing was cached; this is not an error.",
  "fault-header":
    "The header x-practice-fault is for breaking things on purpose; correct or remove it.",
};
