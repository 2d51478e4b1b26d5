/** `posthorn export`: the configuration of a project as one file. */
import { defineCommand } from "./command.ts";

export const exportCommand = defineCommand({
  name: "export",
  section: "configuration",
  about: "Write the configuration of the project as one file of YAML",
  details:
    "Sources, destinations, connections with their rules, transformations and issue triggers, by their names and always in the same order. " +
    "Secrets are not written: in their place stands the name of a variable, and a comment lists all of them. " +
    "Things without a name are not in the file; it says which. Needs a key with the role member, because others may not see how things prove themselves.",
  options: {
    out: {
      kind: "text",
      value: "FILE|FOLDER",
      about: "Write to this file, code of transformations to files beside it, and the schema for editors",
    },
  },
  examples: [
    {
      line: "posthorn export --out posthorn.yaml",
      about: "The file, transformations/*.js and posthorn.schema.json",
    },
    { line: "posthorn export > posthorn.yaml", about: "Everything in one file" },
  ],
  async run({ options: { out } }, { client, machine }) {
    const { exportConfiguration } = await import("../configuration/export.ts");
    await exportConfiguration({ client, machine, out });
  },
});
