/**
 * What did a server on this machine answer, and what is the exit code?
 *
 * The answer's body is the result. What is said beside it goes to stderr, so a pipe gets the body alone.
 */
import { STATUS_CODES } from "node:http";
import { Failure } from "../failure.ts";
import type { Outcome } from "../listen/messages.ts";
import type { Machine } from "../machine.ts";
import { printable, printableLines } from "../output/printable.ts";
import { durationText } from "../output/time-text.ts";

export interface Answered {
  url: string;
  outcome: Outcome;
  tookMs: number;
}

/** Throws a Failure unless the status is of the kind 2xx. */
export function showAnswer(
  { url: to, outcome, tookMs }: Answered,
  { out, err }: Pick<Machine, "out" | "err">,
): void {
  const url = printable(to);
  const { status, body } = answered(to, outcome);
  const isFine = status >= 200 && status < 300;
  const name = STATUS_CODES[status];
  const text = `${status}${name === undefined ? "" : ` ${name}`}`;
  err.write(`${err.paint(isFine ? "green" : "red", text)}  ${url}  ${durationText(tookMs)}\n`);
  const said = printableLines(body.toString("utf8"));
  if (said !== "") out.write(said.endsWith("\n") ? said : `${said}\n`);
  checkStatus(to, status);
}

/** Throws a Failure if there is no answer. */
export function answered(url: string, outcome: Outcome): Extract<Outcome, { status: number }> {
  if ("status" in outcome) return outcome;
  throw new Failure(`${printable(url)} does not answer: ${printable(outcome.problem)}.`, {
    todo: "Is your server running, and is this its address?",
    exit: "unreachable",
  });
}

/** Throws a Failure unless the status is of the kind 2xx. */
export function checkStatus(url: string, status: number): void {
  if (status < 200 || status >= 300) throw new Failure(`${printable(url)} answered ${status}.`);
}
