/** `posthorn mcp`: a server of the Model Context Protocol, through which a language model looks at a project. */
import { defineCommand } from "./command.ts";

export const mcp = defineCommand({
  name: "mcp",
  section: "other",
  about: "Let an AI assistant look at your project (Model Context Protocol)",
  details:
    "Serves the Model Context Protocol on stdin and stdout, for a program such as Claude, Cursor or VS Code that starts it. " +
    "The assistant can list, read and search, have a failure explained, and try rules on recent requests. It can change " +
    "nothing.\n\n" +
    "With --allow-writes it can also retry, pause, unpause and edit rules. Each of these first says what would happen, and " +
    "acts only when it is called again with the confirmation it gave.",
  options: {
    "allow-writes": { kind: "flag", about: "Also offer the tools that retry, pause, unpause and edit" },
  },
  examples: [
    { line: "posthorn mcp", about: "What an assistant starts to look at your project" },
    { line: "posthorn mcp --profile work --allow-writes", about: "With another profile, and with changes" },
  ],
  async run({ options }, surroundings) {
    // Loaded late: the SDK is larger than all the rest of the client.
    const { serveMcp } = await import("../mcp/serve.ts");
    await serveMcp(surroundings, { allowWrites: options["allow-writes"] });
  },
});
