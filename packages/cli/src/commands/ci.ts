/** `posthorn ci`: signs a machine in, with an API key of a project. */
import { exchangeForCliKey } from "@posthorn/contract/cli-auth";
import { Failure } from "../failure.ts";
import { storeKey } from "../login/store-key.ts";
import { checkedKey } from "../settings/settings.ts";
import { defineCommand } from "./command.ts";

export const ci = defineCommand({
  name: "ci",
  section: "account",
  about: "Sign in a machine without a person, with an API key of a project",
  details:
    "Exchanges the API key for a key of this machine, which has the role of the API key and ends with it. " +
    "If a job runs only a few commands, it needs no sign-in: every command takes the key from POSTHORN_API_KEY.",
  options: {
    key: { kind: "text", value: "KEY", about: "The API key, instead of POSTHORN_API_KEY" },
    name: {
      kind: "text",
      value: "NAME",
      about: "By which the dashboard lists this machine; its host name by default",
    },
  },
  examples: [
    { line: "posthorn ci", about: "With the key in POSTHORN_API_KEY" },
    { line: 'posthorn ci --key "$KEY" --name nightly-tests', about: "With a name for the list of machines" },
  ],
  async run({ options }, surroundings) {
    const { client, machine } = surroundings;
    const given = options.key ?? machine.env["POSTHORN_API_KEY"];
    if (!given)
      throw new Failure("There is no API key to sign in with.", {
        todo: "Set POSTHORN_API_KEY, or write --key KEY. The dashboard shows keys on its page Settings > Secrets.",
        exit: "misused",
      });
    const issued = await client.call(exchangeForCliKey, {
      key: checkedKey(given),
      body: { device_name: options.name ?? machine.deviceName },
    });
    await storeKey(issued.key, issued, surroundings);
  },
});
