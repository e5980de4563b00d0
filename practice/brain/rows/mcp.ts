// practice/brain/rows/mcp · servers of others: one is connected, what it has to read, and the search for tools that are held back.
import type { IntentRow } from "./row.ts";

const connectMcp: IntentRow = {
  rule: "connect-mcp",
  tools: ["connect_mcp"],
  input: { "name|server": "{name}" },
  task: {
    en: "connect the MCP server {name}",
    zh: "连接 MCP 服务器 {name}",
    ja: "MCP サーバー {name} への接続",
  },
};

const listResources: IntentRow = {
  rule: "list-resources",
  tools: ["list_mcp_resources"],
  input: { server: "{name}" },
  task: {
    en: "list what the servers have to read",
    zh: "列出服务器的资源",
    ja: "サーバーのリソースの一覧",
  },
};

const readResource: IntentRow = {
  rule: "read-resource",
  tools: ["read_mcp_resource"],
  input: { server: "{name}", uri: "{uri}" },
  task: { en: "read {uri}", zh: "读取 {uri}", ja: "{uri} を読むこと" },
};

const findTools: IntentRow = {
  rule: "find-tools",
  tools: ["find_tools"],
  input: { query: "{wish}" },
  task: { en: "find a tool: {wish}", zh: "查找工具：{wish}", ja: "ツールの検索：{wish}" },
};

/** The wishes for them are known by their forms, and not by examples. */
export const MCP_ROWS: readonly IntentRow[] = [connectMcp, listResources, readResource, findTools];
