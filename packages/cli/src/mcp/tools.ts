/** Which tools does the MCP server have? Those that write exist only if the person has allowed it. */
import { getBody } from "./body-tool.ts";
import { CHANGE_TOOLS } from "./change-tools.ts";
import { explainFailureTool } from "./failure-tool.ts";
import { LOOK_TOOLS } from "./look-tools.ts";
import { metricsTool } from "./metrics-tool.ts";
import { retryTool } from "./retry-tool.ts";
import type { Tool } from "./tool.ts";
import { tryRulesTool } from "./trial-tool.ts";

export const READ_TOOLS: readonly Tool[] = [
  ...LOOK_TOOLS,
  getBody,
  explainFailureTool,
  tryRulesTool,
  metricsTool,
];

export const WRITE_TOOLS: readonly Tool[] = [retryTool, ...CHANGE_TOOLS];
