/**
 * How does a command listen: what is typed for it, what is wrong with that, and what runs then?
 *
 * `posthorn listen` and `posthorn dev` are one thing here. They differ in the Posthorn they listen to, and in what ends them.
 */
import { setFlagsFromString } from "node:v8";
import type { CliSessionFilters } from "@posthorn/contract/cli-sessions";
import { listSources } from "@posthorn/contract/sources";
import { misuse } from "../failure.ts";
import { createFullScreen } from "../listen/full-screen/full-screen.ts";
import { createLines } from "../listen/lines.ts";
import { type ListenerDeps, listen } from "../listen/listener.ts";
import { MODES, bannerText } from "../listen/report.ts";
import { findRoutes } from "../listen/routes.ts";
import { readTarget } from "../listen/target.ts";
import { ask } from "../login/ask.ts";
import type { Machine } from "../machine.ts";
import { printable } from "../output/printable.ts";
import type { Argument, GivenFor, Option, Surroundings } from "./command.ts";

const USUAL_AT_ONCE = 50;

/**
 * V8 would rather take memory than collect what is left of each event: 500 events a second made the process three times as
 * large. It reads both settings when it decides about its next collection, so they may be set while the program runs.
 */
const SMALL_HEAP = ["--semi-space-growth-factor=1", "--heap-growing-percent=20"];

const filterOption = (part: string) =>
  ({ kind: "text", value: "JSON", about: `Only events that this filter of the ${part} lets pass` }) as const;

export const LISTENING_ARGUMENTS = [
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
] as const satisfies readonly Argument[];

export const LISTENING_OPTIONS = {
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
} as const satisfies Readonly<Record<string, Option>>;

interface Start extends Pick<Surroundings, "client" | "settings">, Pick<ListenerDeps, "onStop"> {
  /** What the command has done before, in sentences that a person should still see in a view. */
  news?: readonly string[];
}

/**
 * Says what was typed wrong, before anything is started. `name` is the command's. What it returns listens, and resolves when
 * the person ends it.
 */
export function readListening(
  name: string,
  {
    arguments: { target: typed, source, connection },
    options,
  }: GivenFor<typeof LISTENING_ARGUMENTS, typeof LISTENING_OPTIONS>,
  machine: Machine,
): (start: Start) => Promise<void> {
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
  if (source === undefined && !machine.input.isTerminal)
    throw misuse(
      "SOURCE is missing.",
      `Name the source: posthorn ${name} PORT SOURCE. It is made if there is none.`,
    );

  return async ({ client, settings, onStop, news: before = [] }) => {
    for (const flag of SMALL_HEAP) setFlagsFromString(flag);
    const sources = source ?? (await askedSource(client));
    const routes = await findRoutes(client, { sources, connection, path: options.path });
    const { connections } = routes;
    const { terminal } = machine;
    const asked = MODES.find((one) => one === options.output);
    const mode = asked ?? (terminal?.isInteractive ? "interactive" : "compact");
    const place = { connections, target, dashboard: settings.url };
    const listening = { client, machine, settings, connections, filters, target, mostAtOnce, onStop };
    if (mode !== "interactive" || terminal === null) {
      if (mode === "interactive")
        machine.err.write("This is no terminal that a view could fill: a line for each event instead.\n");
      machine.out.write(bannerText(place, machine.out.paint));
      for (const text of routes.news) machine.out.write(`${text}\n`);
      const lines = mode === "quiet" ? "quiet" : "compact";
      return listen({ ...listening, createDisplay: () => createLines(machine, place, lines) });
    }
    const title = `${name} ${typed} ${sources}`;
    const news = [...routes.news, ...before];
    return listen({
      ...listening,
      createDisplay: (onQuit) => createFullScreen({ client, machine, terminal, place, title, news, onQuit }),
    });
  };

  async function askedSource(client: Surroundings["client"]): Promise<string> {
    const { models } = await client.call(listSources, { query: { order_by: "name" } });
    machine.err.write(models.map(({ name: one }) => `  ${printable(one)}\n`).join(""));
    return ask(machine, {
      text: "Source (a new name makes one): ",
      instead: `Name the source: posthorn ${name} PORT SOURCE.`,
    });
  }
}

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
