/** `posthorn trace`: the whole life of a request, from its sender to the last attempt. */
import { OUTPUT_OPTION, formatOf, printResult } from "../output/formats.ts";
import { treeText } from "../output/tree.ts";
import { defineCommand } from "./command.ts";

export const trace = defineCommand({
  name: "trace",
  section: "look",
  about: "Show the whole life of a request, from its sender to the last attempt",
  details:
    "Prints the request, the event or the reason of each connection that saw it, the rules that the event passed, its " +
    "attempts, the next one, and the issues that they belong to, with links to the dashboard. The id of an event or an " +
    "attempt shows the request that it comes from.",
  arguments: [{ name: "id", about: "The id of a request, an event or an attempt" }],
  options: { output: { ...OUTPUT_OPTION, about: "How to print the result; a tree by default" } },
  examples: [
    { line: "posthorn trace req_…", about: "What became of a request" },
    { line: "posthorn trace evt_…", about: "Where an event comes from, and where it is" },
    { line: "posthorn trace atm_… --output json", about: "For a script" },
  ],
  async run({ arguments: { id }, options }, { client, settings, machine: { out } }) {
    const format = formatOf(options.output);
    // Their schemas load only for this command.
    const [{ readLife }, { lifeTree }] = await Promise.all([
      import("../trace/read-life.ts"),
      import("../trace/life-tree.ts"),
    ]);
    const life = await readLife(client, id);
    await printResult(out, format, life, () =>
      treeText(
        lifeTree(life, { paint: out.paint, url: settings.url, nowMs: client.serverNowMs(), asked: id }),
      ),
    );
  },
});
