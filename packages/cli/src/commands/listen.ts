/** `posthorn listen`: events of sources to a server on this machine. */
import { setFlagsFromString } from "node:v8";
import type { CliSessionFilters } from "@posthorn/contract/cli-sessions";
import { listSources } from "@posthorn/contract/sources";
import { misuse } from "../failure.ts";
import { createFullScreen } from "../listen/full-screen/full-screen.ts";
import { createLines } from "../listen/lines.ts";
import { listen as listenWith } from "../listen/listener.ts";
import { MODES, bannerText } from "../listen/report.ts";
import { findRoutes } from "../listen/routes.ts";
import { readTarget } from "../listen/target.ts";
import { ask } from "../login/ask.ts";
import { printable } from "../output/printable.ts";
import { defineCommand } from "./command.ts";

const USUAL_AT_ONCE = 50;

/**
 * V8 would rather take memory than collect what is left of each event: 500 events a second made the process three times as
 * large. It reads both settings when it decides about its next collection, so they may be set while the program runs.
 */
const SMALL_HEAP = ["--semi-space-growth-factor=1", "--heap-growing-percent=20"];

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
    "On a terminal it fills the screen: a list of the events with headers and bodies of requests and answers, keys to send an " +
    "event again, open it, copy it as cURL, search and filter; ? lists them. In a pipe and in CI it prints a line for each event.\n\n" +
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
      about:
        "The whole screen, a line for each event, or only for those that fail; interactive on a terminal, otherwise compact",
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
    for (const flag of SMALL_HEAP) setFlagsFromString(flag);
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
    const { terminal } = machine;
    const asked = MODES.find((one) => one === options.output);
    const mode = asked ?? (terminal?.isInteractive ? "interactive" : "compact");
    const place = { connections, target, dashboard: settings.url };
    const listening = { client, machine, settings, connections, filters, target, mostAtOnce };
    if (mode !== "interactive" || terminal === null) {
      if (mode === "interactive")
        machine.err.write("This is no terminal that a view could fill: a line for each event instead.\n");
      machine.out.write(bannerText(place, machine.out.paint));
      for (const text of news) machine.out.write(`${text}\n`);
      const lines = mode === "quiet" ? "quiet" : "compact";
      return listenWith({ ...listening, createDisplay: () => createLines(machine, place, lines) });
    }
    const title = `listen ${typed} ${sources}`;
    return listenWith({
      ...listening,
      createDisplay: (onQuit) => createFullScreen({ client, machine, terminal, place, title, news, onQuit }),
    });

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
