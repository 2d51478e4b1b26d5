/** `posthorn login`: signs a person in, with a click in the browser or with a key. */
import { ask } from "../login/ask.ts";
import { loginByBrowser } from "../login/browser-login.ts";
import { storeBroughtKey, storeKey } from "../login/store-key.ts";
import { misuse } from "../failure.ts";
import { checkedKey } from "../settings/settings.ts";
import { defineCommand } from "./command.ts";

export const login = defineCommand({
  name: "login",
  section: "account",
  about: "Sign in, with a click in the browser or with a key",
  details:
    "Prints a link to your Posthorn, opens it where there is a browser, and waits until you allow the login there. " +
    "The link works on any machine, so this needs neither a browser nor a terminal of its own. " +
    "The key is stored in a profile of the config file, which only you can read. " +
    "An API key of a project is exchanged for a key of this machine, which can be revoked by itself.",
  options: {
    key: {
      kind: "text",
      value: "KEY",
      about:
        "Sign in with this key instead of the browser; - reads it from stdin, where no list of processes shows it",
    },
    interactive: { kind: "flag", short: "i", about: "Ask for a key, without showing it" },
    "no-browser": { kind: "flag", about: "Only print the link" },
  },
  examples: [
    { line: "posthorn login", about: "Sign in to the Posthorn on this machine" },
    {
      line: "posthorn login --url https://posthorn.example.com --profile work",
      about: "Another server, in a profile of its own",
    },
    { line: "posthorn login -i", about: "Type or paste a key" },
    { line: "pass show posthorn | posthorn login --key -", about: "A key out of a password store" },
  ],
  async run({ options }, surroundings) {
    const { client, machine } = surroundings;
    if (options.key !== undefined && options.interactive)
      throw misuse(
        "--key and --interactive exclude each other.",
        "Give the key, or let the command ask for it.",
      );
    if (options.key !== undefined || options.interactive) {
      const isAsked = options.key === undefined || options.key === "-";
      const key = isAsked
        ? await ask(machine, {
            text: "Key: ",
            isSecret: true,
            instead: "Run it again and enter a key, or sign in with the browser: posthorn login.",
          })
        : options.key;
      return storeBroughtKey(checkedKey(key ?? ""), surroundings, machine.deviceName);
    }
    const issued = await loginByBrowser(client, { machine, mayOpen: !options["no-browser"] });
    await storeKey(issued.key, issued, surroundings);
  },
});
