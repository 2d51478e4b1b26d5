/** `posthorn diff`: what does the project have otherwise than the file? */
import { FILE_ARGUMENT, PRUNE_OPTION } from "../configuration/options.ts";
import { defineCommand } from "./command.ts";

export const diff = defineCommand({
  name: "diff",
  section: "configuration",
  about: "Show what posthorn apply would change, and change nothing",
  details:
    "The exit code is 0 if there is nothing to change, and 6 if there is something. " +
    "Secrets are compared if your key has the role member, and never shown.",
  arguments: [FILE_ARGUMENT],
  options: { prune: PRUNE_OPTION },
  examples: [
    { line: "posthorn diff", about: "The project and posthorn.yaml" },
    { line: "posthorn diff staging.yaml --prune", about: "Also what is only in the project" },
  ],
  async run({ arguments: { file }, options: { prune } }, { client, machine }) {
    const { showDifference } = await import("../configuration/apply.ts");
    return showDifference({ client, machine, file, isPruning: prune });
  },
});
