/** `posthorn apply`: makes the project what the file says. */
import { FILE_ARGUMENT, PRUNE_OPTION } from "../configuration/options.ts";
import { defineCommand } from "./command.ts";

export const apply = defineCommand({
  name: "apply",
  section: "configuration",
  about: "Make the project what the file says",
  details:
    "Shows the plan, asks, and carries it out. What is in the project and not in the file stays, unless you ask for --prune. " +
    "If something fails, what was done stays done: correct it and apply again. Applying twice changes nothing the second time.",
  arguments: [FILE_ARGUMENT],
  options: {
    "dry-run": { kind: "flag", about: "Show the plan only" },
    yes: { kind: "flag", short: "y", about: "Do not ask; needed where nobody can answer, as in CI" },
    prune: PRUNE_OPTION,
  },
  examples: [
    { line: "posthorn apply", about: "What posthorn.yaml says, after a question" },
    { line: "posthorn apply --dry-run", about: "Only the plan" },
    { line: "posthorn apply staging.yaml --yes --prune", about: "In CI, and delete what is not in the file" },
  ],
  async run({ arguments: { file }, options }, { client, machine }) {
    const { applyConfiguration } = await import("../configuration/apply.ts");
    await applyConfiguration({
      client,
      machine,
      file,
      isPruning: options.prune,
      isDryRun: options["dry-run"],
      isConfirmed: options.yes,
    });
  },
});
