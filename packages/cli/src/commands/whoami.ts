/** `posthorn whoami`: whose key is used, at which server, in which project? */
import { validateKey } from "@posthorn/contract/cli-auth";
import { OUTPUT_OPTION, formatOf, printResult } from "../output/formats.ts";
import { pairsText } from "../output/table.ts";
import { defineCommand } from "./command.ts";

export const whoami = defineCommand({
  name: "whoami",
  section: "account",
  about: "Show whose key is used, at which server and in which project",
  options: { output: OUTPUT_OPTION },
  examples: [
    { line: "posthorn whoami", about: "Who you are" },
    { line: "posthorn whoami --output json", about: "For a script" },
  ],
  async run({ options }, { client, settings, config, machine: { out } }) {
    const format = formatOf(options.output);
    const holder = await client.call(validateKey);
    const isFromEnvironment = settings.keyFrom === "environment";
    await printResult(out, format, { ...holder, url: settings.url, profile: settings.profileName }, () =>
      pairsText(
        [
          [
            "Person",
            holder.user_email === null
              ? "none: the key is a project's"
              : `${holder.user_name ?? ""} <${holder.user_email}>`,
          ],
          ["Organization", holder.organization_name ?? holder.organization_id],
          ["Project", `${holder.team_name_no_org} (${holder.team_id})`],
          ["Server", settings.url],
          [
            "Key from",
            isFromEnvironment
              ? "POSTHORN_API_KEY"
              : `the profile "${settings.profileName}" of ${config.path}`,
          ],
        ],
        (name) => out.paint("dim", name),
      ),
    );
  },
});
