/** `posthorn schema`: the JSON Schema of configuration files, for editors. */
import { defineCommand } from "./command.ts";

export const schema = defineCommand({
  name: "schema",
  section: "configuration",
  about: "Print the JSON Schema of the configuration file",
  details:
    "With it an editor completes and checks the file. posthorn export --out writes it beside the file, which names it in its first line.",
  examples: [{ line: "posthorn schema > posthorn.schema.json", about: "Beside the file" }],
  async run(_, { machine }) {
    const { configurationSchema } = await import("../configuration/json-schema.ts");
    machine.out.write(`${JSON.stringify(configurationSchema(), null, 2)}\n`);
  },
});
