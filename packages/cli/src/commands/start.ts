/** `posthorn start`: the product itself, where it is installed with the client. */
import { defineCommand } from "./command.ts";
import { productOf } from "./product-of.ts";

export const start = defineCommand({
  name: "start",
  section: "product",
  about: "Start Posthorn on this machine",
  details:
    "Runs the server, the dashboard and a PostgreSQL of its own until Ctrl-C, and says where the dashboard and the data are. " +
    "Without POSTHORN_DATA_DIR the data is in your home directory: ~/.local/share/posthorn, or posthorn in XDG_DATA_HOME; on " +
    "macOS ~/Library/Application Support/posthorn. On a terminal, posthorn alone does the same.\n\n" +
    'The settings are variables of the environment, such as POSTHORN_PORT. The guide "Install" tells more. This is a command ' +
    "of the package posthorn; the client alone, posthorn-cli, cannot do it.",
  examples: [
    { line: "posthorn start", about: "The dashboard is then at http://127.0.0.1:4400" },
    { line: "npx posthorn start", about: "The same, without an installation before" },
  ],
  async run(_given, { machine }) {
    const code = await productOf(machine, "start").start();
    return code === 0 ? "done" : "failed"; // why it failed stands above: the product has said it
  },
});
