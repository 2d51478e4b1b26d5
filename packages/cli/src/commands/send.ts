/** `posthorn send`: an example of a provider, signed as the provider would, to a source or to any URL. */
import { misuse } from "../failure.ts";
import { OUTPUT_OPTION, formatOf } from "../output/formats.ts";
import { printable } from "../output/printable.ts";
import { METHOD_NAMES, PROVIDER_NAMES, sourceTypeOf } from "../send/provider-names.ts";
import { defineCommand } from "./command.ts";

const USUAL_SECONDS = 30;

export const send = defineCommand({
  name: "send",
  section: "send",
  about: "Send an example of a provider to a source, or to any URL",
  details:
    "With --source, Posthorn makes the request, with a proof of its sender that the source's own secret makes, and takes it in " +
    "like every other: it is checked, stored, routed and delivered. The exit code is 1 if the source does not accept it, or if " +
    "no connection takes it.\n\n" +
    "With a provider, no source is needed: Posthorn signs the request as that provider would, with the secret that you give, and " +
    "this machine sends it. So it also reaches your local server. Nothing is stored. The answer's body goes to stdout. The exit code is 0 if " +
    "the answer is 2xx, 4 if there is none, and otherwise 1.\n\n" +
    "Without --example, the provider's usual one is sent. A provider that needs several values gets each by its name, such as --secret " +
    "client_secret=…; --list says which. --url is the address of your Posthorn, as everywhere.",
  arguments: [
    {
      name: "provider",
      about: "Whose example goes to the URL of --to",
      isOptional: true,
      choices: PROVIDER_NAMES,
    },
  ],
  options: {
    source: { kind: "text", value: "NAME", about: "The source, by name or id" },
    to: { kind: "text", value: "PORT|URL", about: "Instead of a source: your server, or any URL" },
    secret: {
      kind: "list",
      value: "SECRET|NAME=VALUE",
      about: "With what the provider signs; - reads it from stdin, where no list of processes shows it",
    },
    "auth-type": {
      kind: "text",
      value: "METHOD",
      choices: METHOD_NAMES,
      about: "How it is signed, if the provider has no scheme of its own, or several",
    },
    example: { kind: "text", value: "NAME", about: "Which example, such as invoice.paid" },
    event: { kind: "text", value: "NAME", about: "The same as --example" },
    list: { kind: "flag", about: "Only list the examples that there are, or the providers" },
    "dry-run": { kind: "flag", about: "Only print the signed request, as a cURL command" },
    timeout: {
      kind: "number",
      value: "SECONDS",
      about: `How long to wait for the answer of the URL; ${USUAL_SECONDS} by default`,
    },
    output: OUTPUT_OPTION,
  },
  examples: [
    { line: "posthorn send --source shop", about: "The usual example of the provider of the source shop" },
    { line: "posthorn send --source shop --example invoice.paid", about: "Another one" },
    { line: "posthorn send --source shop --list", about: "Which examples there are" },
    {
      line: "posthorn send stripe --to localhost:3000/webhooks --secret whsec_…",
      about: "To your own server, as Stripe would send it",
    },
    {
      line: "posthorn send webhook --to 3000 --auth-type basic-auth --secret username=ada --secret password=…",
      about: "With a user name and a password",
    },
    {
      line: "posthorn send github --to 3000 --secret - --dry-run",
      about: "Only the command that sends it",
    },
    { line: "posthorn send --list", about: "All providers, their examples, and what they sign with" },
  ],
  async run({ arguments: { provider }, options }, surroundings) {
    const { source, to, secret: secrets, "auth-type": authType, list, "dry-run": dryRun, timeout } = options;
    const format = formatOf(options.output);
    if (options.example !== undefined && options.event !== undefined)
      throw misuse("--example and --event are the same.", "Write only --example.");
    const example = options.example ?? options.event;
    // What these need loads only for this command.
    if (source !== undefined) {
      const others = [
        ...(provider === undefined ? [] : [printable(provider)]),
        ...(to === undefined ? [] : ["--to"]),
        ...(secrets.length === 0 ? [] : ["--secret"]),
        ...(authType === undefined ? [] : ["--auth-type"]),
        ...(dryRun ? ["--dry-run"] : []),
        ...(timeout === undefined ? [] : ["--timeout"]),
      ];
      if (others.length > 0)
        throw misuse(
          `--source and ${others.join(", ")} exclude each other.`,
          "A source has its provider, its URL and its secret. Leave --source out to send to any URL.",
        );
      const { sendToSource } = await import("../send/to-source.ts");
      return sendToSource({ source, example, list, format }, surroundings);
    }
    const { listProviders, sendToUrl } = await import("../send/to-url.ts");
    const type = provider === undefined ? null : sourceTypeOf(provider);
    if (list) return listProviders(type, format, surroundings);
    if (type === null)
      throw misuse(
        "Where should the example go?",
        "To a source: --source NAME. To any URL: posthorn send PROVIDER --to URL, such as posthorn send stripe --to 3000.",
      );
    if (to === undefined)
      throw misuse(
        "--to is missing.",
        "Write where the example goes: --to 3000, or --to https://…. --url is the address of your Posthorn.",
      );
    const seconds = timeout ?? USUAL_SECONDS;
    if (seconds < 1) throw misuse("--timeout must be 1 or more.", "Leave it out, or write for example 60.");
    return sendToUrl({ type, example, authType, secrets, to, dryRun, seconds, format }, surroundings);
  },
});
