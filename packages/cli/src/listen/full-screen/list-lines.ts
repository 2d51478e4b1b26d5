/** How is the list of events shown? Pure; one row for each attempt, the newest first. */
import { timeOf } from "../report.ts";
import { type KeptEvent, stateOf } from "./kept-events.ts";
import { type Line, type Piece, cut, fill, piece, spaces } from "./pieces.ts";
import { type View, placeOf, shownEvents } from "./view.ts";

const STATUS_COLUMNS = 10;
const METHOD_COLUMNS = 7;
const TOOK_COLUMNS = 6;
/** Below, the method gives its place to the path. */
const METHOD_FROM_COLUMNS = 56;

export interface ListLine {
  line: Line;
  isSelected: boolean;
}

/** `rows` lines, the head among them. */
export function listLines(view: View, width: number, rows: number): ListLine[] {
  const shown = shownEvents(view);
  const body = rows - 1;
  if (shown.length === 0) return [headLine(width, 0), ...emptyLines(view, width)].slice(0, rows);
  const { index, line } = placeOf(view, shown);
  const notKept = view.counts.received - view.events.length;
  // The place is that of a taller list when the terminal was made smaller.
  const stands = Math.min(line, body - 1);
  const first = Math.max(0, index - stands);
  const lines = shown.slice(first, first + body).map((event, at): ListLine => {
    const isSelected = first + at === index && (view.selected === null || view.selected.event === event);
    return { line: eventLine(event, width, isSelected), isSelected };
  });
  if (lines.length < body && notKept > 0)
    lines.push({
      line: cut(
        [
          piece(
            `  The last ${counted(view.events.length)} of ${counted(view.counts.received)} are kept here.`,
            "dim",
          ),
        ],
        width,
      ),
      isSelected: false,
    });
  return [headLine(width, first), ...lines];
}

function emptyLines(view: View, width: number): ListLine[] {
  const isFiltered = view.search !== "" || view.filter.only !== "all";
  const texts =
    view.events.length > 0 && isFiltered
      ? ["No event matches.", "Esc takes search and filter away."]
      : view.link.is === "connected"
        ? ["Waiting for events.", "Send one to the URL of your source."]
        : ["No events yet."];
  return [
    { line: [], isSelected: false },
    ...texts.map((text) => ({ line: cut([piece(`  ${text}`, "dim")], width), isSelected: false })),
  ];
}

/** `above` newer ones are out of sight, because the selected one has kept its place: the answer to a retry may be among them. */
function headLine(width: number, above: number): ListLine {
  const [time, status, method, took] = ["Time", "Status", "Method", "ms"].map((name) => piece(name, "dim"));
  const cells = { mark: " ", time, status: status && [status], method, took };
  const path = [piece("Path", "dim"), ...(above === 0 ? [] : [piece(`  ↑ ${counted(above)} newer`, "busy")])];
  return { line: rowOf({ ...cells, path }, width), isSelected: false };
}

function eventLine(event: KeptEvent, width: number, isSelected: boolean): Line {
  const { attempt, receivedAt, outcome, tookMs } = event;
  return rowOf(
    {
      mark: isSelected ? "▸" : " ",
      time: piece(timeOf(receivedAt), isSelected ? "plain" : "dim"),
      status: [statusPiece(event)],
      method: piece(attempt.method),
      path: [piece(attempt.path)],
      took: outcome === null ? piece("–", "dim") : piece(String(Math.round(tookMs)), "dim"),
    },
    width,
  );
}

function statusPiece(event: KeptEvent): Piece {
  const { outcome } = event;
  if (outcome === null) return piece("↻ pending", "busy");
  const what = "status" in outcome ? String(outcome.status) : outcome.problem;
  return stateOf(event) === "fine" ? piece(`✓ ${what}`, "good") : piece(`✗ ${what}`, "bad");
}

interface Cells {
  mark: string;
  time: Piece | undefined;
  status: Line | undefined;
  method: Piece | undefined;
  path: Line;
  took: Piece | undefined;
}

function rowOf({ mark, time, status = [], method, path, took }: Cells, width: number): Line {
  const hasMethod = width >= METHOD_FROM_COLUMNS;
  const gap = spaces(hasMethod ? 2 : 1);
  const left: Line = [
    piece(mark, "bold"),
    ...fill(time ? [time] : [], 8),
    gap,
    ...fill(status, STATUS_COLUMNS),
    gap,
    ...(hasMethod ? [...fill(method ? [method] : [], METHOD_COLUMNS), spaces(1)] : []),
  ];
  const leftWidth = 1 + 8 + gap.text.length * 2 + STATUS_COLUMNS + (hasMethod ? METHOD_COLUMNS + 1 : 0);
  const pathWidth = width - leftWidth - TOOK_COLUMNS - 2;
  return fill(
    [
      ...left,
      ...fill(path, pathWidth),
      spaces(1),
      spaces(TOOK_COLUMNS - (took?.text.length ?? 0)),
      ...(took ? [took] : []),
      spaces(1),
    ],
    width,
  );
}

/** `10,000`. */
export function counted(count: number): string {
  return count.toLocaleString("en-US");
}
