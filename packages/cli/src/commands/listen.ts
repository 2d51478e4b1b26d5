/** `posthorn listen`: events of sources to a server on this machine. */
import type { CliSessionFilters } from "@posthorn/contract/cli-sessions";
import { listSources } from "@posthorn/contract/sources";
import { misuse } from "../failure.ts";
import { listen as listenWith } from "../listen/listener.ts";
import { MODES, bannerText } from "../listen/report.ts";
import { findRoutes } from "../listen/routes.ts";
import { readTarget } from "../listen/target.ts";
import { ask } from "../login/ask.ts";
import { printable } from "../output/printable.ts";
import { defineCommand } from "./command.ts";

const USUAL_AT_ONCE = 50;

const filterOption = (part: string) =>
  ({ kind: "text", value: "JSON", about: `Only events that this filter of the ${part} lets pass` }) as const;

export const listen = defineCommand({
  name: "listen",
  section: "events",
  about: "Receive events of sources on this machine",
  details:
    "Forwards every event of the sources' connections to your local server, byte for byte, and its answers back. " +
    "A source or connection that is missing is made. Several people and machines may listen to one source: each gets its " +
    "own copy. When the connection to Posthorn is lost, the command says so, connects again without end, and says what it " +
    "missed. Ctrl-C ends it.\n\n" +
    "With '*' it listens to all sources that have a connection to the CLI. A local server with a certificate of its own " +
    "is trusted if it is on this machine.",
  arguments: [
    {
      name: "target",
      about: "The port of your local server, or its address with a path before each event's",
    },
    { name: "source", about: "Names of sources, separated by commas, or '*' for all", isOptional: true },
    {
      name: "connection",
      about: "A connection, by name or id, or the path of its destination",
      isOptional: true,
    },
  ],
  options: {
    path: {
      kind: "text",
      value: "PATH",
      about: "The path at your server; it is stored in the connection's destination",
    },
    output: {
      kind: "text",
      short: "o",
      value: MODES.join("|"),
      choices: MODES,
      about: "A line for each event, or only for those that fail; compact by default",
    },
    "filter-body": filterOption("body"),
    "filter-headers": filterOption("headers"),
    "filter-query": filterOption("query"),
    "filter-path": filterOption("path"),
    "max-connections": {
      kind: "number",
      value: "NUMBER",
      about: `How many events your server gets at once; ${USUAL_AT_ONCE} by default`,
    },
  },
  examples: [
    { line: "posthorn listen 3000 shop", about: "Events of the source shop to http://localhost:3000" },
    { line: "posthorn listen 3000 shop --path /webhooks", about: "To a path of your server" },
    {
      line: "posthorn listen http://localhost:3000/api 'shop,billing'",
      about: "Two sources, and a path before each event's",
    },
    { line: "posthorn listen 3000 '*' --output quiet", about: "All sources, and only what fails" },
    { line: `posthorn listen 3000 shop --filter-body '{"type":"order.paid"}'`, about: "Only some events" },
  ],
  async run({ arguments: { target: typed, source, connection }, options }, { client, machine, settings }) {
    const target = readTarget(typed);
    const filters = filtersOf({
      body: options["filter-body"],
      headers: options["filter-headers"],
      query: options["filter-query"],
      path: options["filter-path"],
    });
    const mostAtOnce = options["max-connections"] ?? USUAL_AT_ONCE;
    if (mostAtOnce < 1)
      throw misuse("--max-connections must be 1 or more.", "Leave it out, or write for example 10.");
    const sources = source ?? (await askedSource());
    const { connections, news } = await findRoutes(client, { sources, connection, path: options.path });
    machine.out.write(bannerText({ connections, target, dashboard: settings.url }, machine.out.paint));
    for (const text of news) machine.out.write(`${text}\n`);
    const mode = MODES.find((one) => one === options.output) ?? "compact";
    await listenWith({ client, machine, settings, connections, filters, target, mode, mostAtOnce });

    async function askedSource(): Promise<string> {
      if (!machine.input.isTerminal)
        throw misuse(
          "SOURCE is missing.",
          "Name the source: posthorn listen PORT SOURCE. It is made if there is none.",
        );
      const { models } = await client.call(listSources, { query: { order_by: "name" } });
      machine.err.write(models.map(({ name }) => `  ${printable(name)}\n`).join(""));
      return ask(machine, {
        text: "Source (a new name makes one): ",
        instead: "Name the source: posthorn listen PORT SOURCE.",
      });
    }
  },
});

function filtersOf(
  texts: Readonly<Record<keyof CliSessionFilters, string | undefined>>,
): CliSessionFilters | null {
  const given = Object.entries(texts).flatMap(([part, text]) => {
    if (text === undefined) return [];
    try {
      return [[part, JSON.parse(text)] as const];
    } catch {
      throw misuse(
        `--filter-${part} is not JSON.`,
        `Write for example --filter-${part} '{"type":"order.paid"}'.`,
      );
    }
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}
