/**
 * Why does nothing arrive? What is known about the connection, the problems first, then what to check at the sender.
 *
 * Each entry says what is so, and what to do about it.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { CliClient } from "@posthorn/contract/dashboard-api";
import { DEFAULT_ALLOWED_HTTP_METHODS } from "@posthorn/contract/sources";
import type { Arrival } from "../../resources/connections/arrival-queries.ts";
import { statusOf } from "../../resources/connections/connection-status.ts";
import { missedRequests } from "./missed-request.ts";

export interface Finding {
  /** This alone explains why nothing arrives. */
  isProblem: boolean;
  title: string;
  text: string;
}

export interface Known {
  connection: Connection;
  /** The latest first. */
  requests: readonly Arrival[];
  /** Undefined while it is not known, and if the destination is no CLI. */
  clients: readonly CliClient[] | undefined;
}

export function findingsOf({ connection, requests, clients }: Known): Finding[] {
  return [
    ...stateFindings(connection),
    ...cliFindings(connection, clients),
    ...missedFindings(requests),
    ...senderFindings(connection, requests),
  ].toSorted((a, b) => Number(b.isProblem) - Number(a.isProblem));
}

function stateFindings(connection: Connection): Finding[] {
  const { source, destination } = connection;
  const found: Finding[] = [];
  if (connection.disabled_at !== null)
    found.push({
      isProblem: true,
      title: "The connection is disabled",
      text: "It makes no events. Enable it in its menu.",
    });
  if (statusOf(connection) === "Paused")
    found.push({
      isProblem: true,
      title: "The connection is paused",
      text: "Its events are held and not delivered. Unpause it in its menu.",
    });
  if (source.disabled_at !== null)
    found.push({
      isProblem: true,
      title: `${source.name} is disabled`,
      text: "The source rejects every request. Enabling the connection enables it too.",
    });
  if (destination.disabled_at !== null)
    found.push({
      isProblem: true,
      title: `${destination.name} is disabled`,
      text: "Nothing is sent there. Enabling the connection enables it too.",
    });
  return found;
}

function cliFindings({ destination }: Connection, clients: readonly CliClient[] | undefined): Finding[] {
  if (destination.type !== "CLI" || clients === undefined || clients.some(({ active }) => active)) return [];
  return [
    {
      isProblem: true,
      title: "No CLI listens to this connection",
      text: "Requests are ignored until one does. Run the listen command on your machine.",
    },
  ];
}

/** The latest request that the source rejected, and the latest that the connection ignored. */
function missedFindings(requests: Known["requests"]): Finding[] {
  const missed = missedRequests(requests);
  const rejected = missed.find(({ kind }) => kind === "rejected");
  const ignored = missed.find(({ kind }) => kind === "ignored");
  return [
    ...(rejected
      ? [{ isProblem: true, title: `The source rejected a request: ${rejected.cause}`, text: rejected.why }]
      : []),
    ...(ignored
      ? [{ isProblem: true, title: `This connection ignored a request: ${ignored.cause}`, text: ignored.why }]
      : []),
  ];
}

const NOT_FOR_ALL: ReadonlySet<string> = new Set(["filter", "deduplicate", "transform"]);

/** What nobody knows yet. A request that arrived has proved some of it. */
function senderFindings({ source, destination, rules }: Connection, requests: Known["requests"]): Finding[] {
  const methods = source.config.allowed_http_methods ?? DEFAULT_ALLOWED_HTTP_METHODS;
  const deciding = rules.filter(({ type }) => NOT_FOR_ALL.has(type));
  const hasArrived = requests.length > 0;
  const isAccepted = requests.some(({ request }) => request.status === "accepted");
  return [
    ...toCheck(!hasArrived, {
      title: "The sender uses exactly the source URL",
      text: "A missing letter leads nowhere, and a request to no source is not stored.",
    }),
    ...toCheck(!isAccepted, {
      title: `The sender uses ${methods.join(", ")}`,
      text: "The source rejects other HTTP methods.",
    }),
    ...toCheck(!isAccepted && source.authenticated, {
      title: "The sender proves who it is",
      text: "The source checks authentication and rejects requests without it.",
    }),
    ...toCheck(deciding.length > 0, {
      title: "The rules let the request pass",
      text: `This connection has ${deciding.length} ${deciding.length === 1 ? "rule" : "rules"} that may ignore a request.`,
    }),
    ...toCheck(destination.type === "HTTP", {
      title: "The destination can be reached from this server",
      text: `Events are sent to ${destination.config.url ?? "its URL"}. Failed attempts say why.`,
    }),
  ];
}

function toCheck(isOpen: boolean, finding: Omit<Finding, "isProblem">): Finding[] {
  return isOpen ? [{ isProblem: false, ...finding }] : [];
}
