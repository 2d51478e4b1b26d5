/**
 * What do the supervisor and a process of the gateway say to each other?
 *
 * The supervisor gives one order, which says what only it knows; everything else the process reads from its own settings,
 * which are the same. The process reports that it runs, or why it cannot. The channel closes when either of them ends,
 * however it ends.
 */
import type { Config } from "../config.ts";
import { PROCESS_ARGUMENT } from "../inbound/port-holder.ts";
import type { ConnectionCounts } from "../store/connections-of-each.ts";
import type { Ports } from "./ports-of-roles.ts";
import type { CountedCallsReport } from "./calls-of-all.ts";
import type { ScrapeAnswer, ScrapeQuestion } from "./scrape-of-all.ts";

export interface Order {
  processNumber: number;
  /** Only the supervisor sees whether a person reads along. */
  log: Config["log"];
  ports: Ports<number>;
  databaseUrl: string;
  isEmbedded: boolean;
  memoryBytes: number;
  /** How many there are. */
  processes: number;
  connections: ConnectionCounts;
  /** Does what is done once for an installation. */
  isFirst: boolean;
}

export type Report =
  /** With its dashboard, the whole product says it to the program that has started it. */
  | { isRunning: true; dashboard?: string }
  | { failure: string }
  | ScrapeQuestion
  | ScrapeAnswer
  | CountedCallsReport;

export function argumentsOf(processNumber: number): string[] {
  return [PROCESS_ARGUMENT, String(processNumber)];
}

/** Null: this process was started by a person, by `npm start` or by `posthorn dev`. */
export function numberOfProcess([, , word, number]: readonly string[]): number | null {
  return word === PROCESS_ARGUMENT && number !== undefined ? Number(number) : null;
}

/** Nothing has begun. */
const leave = () => process.exit(0);

export function receiveOrder(): Promise<Order> {
  return new Promise((resolve) => {
    process.once("disconnect", leave);
    process.once("message", (order: Order) => {
      process.off("disconnect", leave);
      resolve(order);
    });
  });
}

/** Resolves when the supervisor has it, or is gone. */
export function report(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, () => resolve());
    else resolve();
  });
}
