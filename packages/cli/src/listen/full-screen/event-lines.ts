/**
 * What does a person read of one event?
 *
 * Pure. Above, what became of it; below, request or answer: headers, and the body as far as it is text.
 */
import type { Place } from "../report.ts";
import { jsonLines } from "./json-lines.ts";
import { type KeptBody, type KeptEvent, attemptNumber, stateOf, textOf } from "./kept-events.ts";
import {
  type Line,
  type Piece,
  cut,
  fill,
  indented,
  lineWidth,
  piece,
  spread,
  wrap,
  wrapWords,
} from "./pieces.ts";

export type Tab = "request" | "response";

/** Headers that say most come first: those of the sender, then Posthorn's own. These say least. */
const USUAL_HEADERS =
  /^(?:accept(?:-.*)?|cache-control|connection|content-length|host|pragma|sec-.*|user-agent|x-forwarded-.*)$/i;
const OUR_HEADERS = /^x-(?:posthorn|hookdeck)-/i;
const WIDEST_NAME = 24;

export interface Detail {
  /** Stays in place. */
  head: readonly Line[];
  /** Scrolls. */
  body: readonly Line[];
}

interface Asked {
  event: KeptEvent;
  tab: Tab;
  width: number;
  /** Of the headers, the others are counted. */
  mostHeaders: number;
  place: Place;
}

export function eventDetail(asked: Asked): Detail {
  const { event, tab, width } = asked;
  const { event_id } = event.attempt;
  const number = attemptNumber(event);
  const name = (one: Tab, text: string) =>
    one === tab ? [piece("[", "dim"), piece(text, "bold"), piece("]", "dim")] : [piece(` ${text} `, "dim")];
  return {
    head: [
      cut(
        [piece(event_id, "bold"), ...(number === null ? [] : [piece(`  attempt ${number}`, "dim")])],
        width,
      ),
      ...becameOf(event, width),
      [],
      spread(
        [...name("request", "Request"), piece(" "), ...name("response", "Response")],
        [piece(" tab ", "keycap")],
        width,
      ),
    ],
    body: tab === "request" ? requestLines(asked) : responseLines(asked),
  };
}

function becameOf(event: KeptEvent, width: number): Line[] {
  const { outcome, tookMs, isAnswerLost } = event;
  const took = `${Math.round(tookMs)} ms`;
  const state = stateOf(event);
  const lost = isAnswerLost
    ? wrapWords("Posthorn did not get this answer: the connection was lost.", "warning", width)
    : [];
  if (outcome === null) return [[piece("↻ ", "busy"), piece("Your server has not answered yet.")]];
  if (state === "fine" && "status" in outcome)
    return [cut([piece(`✓ ${outcome.status}`, "good"), piece(` in ${took}.`)], width), ...lost];
  const what = "status" in outcome ? String(outcome.status) : outcome.problem;
  const failed = [
    piece(`✗ Failed ${what}`, "bad"),
    piece(` ${"status" in outcome ? "in" : "after"} ${took}.`),
  ];
  const todo = piece("Press r to send it again.");
  const isOneLine = lineWidth([...failed, piece(" "), todo]) <= width;
  return [
    ...(isOneLine ? [[...failed, piece(" "), todo]] : [cut(failed, width), ...wrap([todo], width)]),
    ...lost,
  ];
}

function requestLines({ event, width, mostHeaders, place }: Asked): Line[] {
  const { attempt, body } = event;
  const connection = place.connections.find(({ id }) => id === attempt.webhook_id);
  return [
    ...wrap([piece(attempt.method, "bold"), piece(` ${place.target.url}${attempt.path}`)], width),
    ...(connection
      ? [
          cut(
            [piece(`${connection.source.name} → ${connection.name ?? connection.destination.name}`, "dim")],
            width,
          ),
        ]
      : []),
    ...headerLines(Object.entries(attempt.headers), { width, mostHeaders }),
    [],
    ...bodyLines(body, Object.entries(attempt.headers), width),
  ];
}

function responseLines({ event, width, mostHeaders }: Asked): Line[] {
  const { outcome } = event;
  if (outcome === null) return [[piece("There is no answer yet.", "dim")]];
  if ("problem" in outcome) return wrapWords(`There is no answer: ${outcome.problem}.`, "dim", width);
  return [
    [piece("Status ", "dim"), piece(String(outcome.status), "bold")],
    ...headerLines(outcome.headers, { width, mostHeaders }),
    [],
    ...bodyLines(outcome.body, outcome.headers, width),
  ];
}

type Headers = readonly (readonly [string, string])[];

function headerLines(
  headers: Headers,
  { width, mostHeaders }: { width: number; mostHeaders: number },
): Line[] {
  const sorted = headers.toSorted(([one], [other]) => rank(one) - rank(other));
  const shown = sorted.length === mostHeaders + 1 ? sorted : sorted.slice(0, mostHeaders);
  const widest = Math.min(
    WIDEST_NAME,
    Math.floor(width * 0.4),
    Math.max(0, ...shown.map(([name]) => name.length)),
  );
  const isOpen = mostHeaders >= headers.length;
  const lines = shown.flatMap(([name, value]): Line[] => {
    const left: Line = [...fill([piece(name, "dim")], widest), piece("  ")];
    if (!isOpen) return [cut([...left, piece(value)], width)];
    const [first = [], ...others] = wrap([piece(value)], width - widest - 2);
    return [[...left, ...first], ...others.map((rest) => indented(rest, widest + 2))];
  });
  const left = headers.length - shown.length;
  if (left > 0) lines.push([piece(`  + ${left} more headers`, "dim")]);
  return lines;
}

function rank(name: string): number {
  if (name.toLowerCase() === "content-type") return 0;
  if (USUAL_HEADERS.test(name)) return 3;
  return OUR_HEADERS.test(name) ? 2 : 1;
}

function bodyLines(body: KeptBody, headers: Headers, width: number): Line[] {
  const dim = (text: string) => wrapWords(text, "dim", width);
  if (body.length === 0) return dim("No body.");
  if (body.isGone)
    return dim(
      `The body (${sizeText(body.length)}) made room for newer ones. Press o to see it in the dashboard.`,
    );
  const text = textOf(body);
  const header = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  if (text === null) {
    const type = header("content-type") ?? "of an unknown type";
    const coding = header("content-encoding");
    return dim(`No text: ${sizeText(body.length)}, ${type}${coding === undefined ? "" : `, ${coding}`}.`);
  }
  const isCut = body.bytes.length < body.length;
  const lines =
    (isCut ? null : jsonLines(text)) ??
    text
      .replaceAll("\r\n", "\n")
      .split("\n")
      .map((line): Piece[] => [piece(line.replaceAll("\t", "  "))]);
  return [
    ...lines.flatMap((line) => wrap(line, width)),
    ...(isCut
      ? dim(
          `… ${sizeText(body.bytes.length)} of ${sizeText(body.length)} are kept here. Press o to see all in the dashboard.`,
        )
      : []),
  ];
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const isSmall = bytes < 1024 * 1024;
  const size = bytes / (isSmall ? 1024 : 1024 * 1024);
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${isSmall ? "KiB" : "MiB"}`;
}
