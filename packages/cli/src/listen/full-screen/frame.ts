/**
 * What does the screen show?
 *
 * Pure: the view goes in, exactly as many rows as the terminal has come out. The state of the connection is on every page and
 * in every size.
 */
import { counted as countedThings } from "../report.ts";
import type { Frame, Row } from "./draw.ts";
import { type Detail, eventDetail } from "./event-lines.ts";
import { helpLines } from "./help-lines.ts";
import { type Layout, LEAST, layoutOf } from "./layout.ts";
import { alertLines, countsLine, factLines, keysLine, linkPieces, titleLine } from "./lines-around.ts";
import { listLines } from "./list-lines.ts";
import { type Line, cut, fill, piece, spaces, wrap, wrapWords } from "./pieces.ts";
import { type Room, type View, selectedEvent } from "./view.ts";

const MOST_HEADERS_BESIDE = 4;
/** Frame and room are made together, because how far a person can scroll follows from what is shown. */
export function frameOf(view: View): { frame: Frame; room: Room } {
  const alerts = alertLines(view);
  const layout = layoutOf(view, alerts.length);
  if (layout.isTooSmall) return tooSmall(view);
  const { columns } = view;
  const { rows, room, hasPanes } = mainRows(view, layout);
  const filled = [...rows, ...Array.from({ length: layout.mainRows }, (): Row => rowOf([]))].slice(
    0,
    layout.mainRows,
  );
  const rule = (joint: string) =>
    rowOf([
      piece(
        hasPanes
          ? "─".repeat(layout.listColumns + 1) + joint + "─".repeat(columns - layout.listColumns - 2)
          : "─".repeat(columns),
        "dim",
      ),
    ]);
  const frame = [
    rowOf(titleLine(view)),
    ...factLines(view, layout.facts).map(rowOf),
    ...alerts.map(rowOf),
    rule("┬"),
    ...filled,
    rule("┴"),
    rowOf(countsLine(view)),
    rowOf(keysLine(view)),
  ];
  return { frame, room };
}

function rowOf(line: Line): Row {
  return { parts: [{ column: 0, line }] };
}

function tooSmall(view: View): { frame: Frame; room: Room } {
  const lines = [
    cut(linkPieces(view), view.columns),
    ...wrapWords(
      `The terminal is too small: ${LEAST.columns} columns and ${LEAST.rows} rows at least. Events are forwarded all the same. q quits.`,
      "plain",
      view.columns,
    ),
  ];
  const frame = Array.from({ length: view.rows }, (_, at) => rowOf(lines[at] ?? []));
  return { frame, room: { listRows: 1, lastScroll: 0, pageRows: 1 } };
}

interface Main {
  rows: readonly Row[];
  room: Room;
  hasPanes: boolean;
}

function mainRows(view: View, layout: Layout): Main {
  if (view.page === "help") return scrolled(helpLines(view), view, layout);
  if (view.page === "curl") return curlRows(view, layout);
  if (view.page === "event") return { ...eventRows(view, layout), hasPanes: false };
  const { mainRows: rows, listColumns, detailColumns } = layout;
  const list = listLines(view, listColumns, rows);
  const beside = detailColumns > 0 ? detailBeside(view, detailColumns, rows) : null;
  return {
    rows: Array.from({ length: rows }, (_, at): Row => {
      const { line = [], isSelected = false } = list[at] ?? {};
      const left = { column: 0, line: isSelected ? fill(line, listColumns) : line, isSelected };
      return beside === null
        ? { parts: [left] }
        : {
            parts: [
              left,
              { column: listColumns + 1, line: [piece("│", "dim")] },
              { column: listColumns + 3, line: beside.lines[at] ?? [] },
            ],
          };
    }),
    room: { listRows: rows - 1, lastScroll: beside?.lastScroll ?? 0, pageRows: beside?.pageRows ?? rows },
    hasPanes: beside !== null,
  };
}

function detailBeside(view: View, columns: number, rows: number) {
  const event = selectedEvent(view);
  if (event === null) return { lines: [], lastScroll: 0, pageRows: rows };
  return detailWindow(
    eventDetail({
      event,
      tab: view.tab,
      width: columns - 1,
      mostHeaders: MOST_HEADERS_BESIDE,
      place: view.place,
    }),
    view.scroll,
    rows,
  );
}

function eventRows(view: View, { mainRows: rows }: Layout): { rows: readonly Row[]; room: Room } {
  const event = selectedEvent(view);
  if (event === null)
    return { rows: [rowOf([piece(" No event.", "dim")])], room: { listRows: 1, lastScroll: 0, pageRows: 1 } };
  const detail = eventDetail({
    event,
    tab: view.tab,
    width: view.columns - 2,
    mostHeaders: Number.POSITIVE_INFINITY,
    place: view.place,
  });
  const { lines, lastScroll, pageRows } = detailWindow(detail, view.scroll, rows);
  return {
    rows: lines.map((line) => rowOf([spaces(1), ...line])),
    room: { listRows: rows - 1, lastScroll, pageRows },
  };
}

/** The head stays, the body scrolls; the last line says how much is below. */
function detailWindow({ head, body }: Detail, scroll: number, rows: number) {
  const top = head.slice(0, Math.max(1, rows - 3));
  const room = Math.max(1, rows - top.length);
  const fitsAll = body.length <= room;
  const pageRows = fitsAll ? room : Math.max(1, room - 1);
  const lastScroll = fitsAll ? 0 : body.length - pageRows;
  const from = Math.min(scroll, lastScroll);
  const below = body.length - from - pageRows;
  return {
    lines: [
      ...top,
      ...body.slice(from, from + pageRows),
      ...(fitsAll
        ? []
        : [
            below > 0
              ? [
                  piece(`… ${countedThings(below, "more line")}, scroll with `, "dim"),
                  piece(" J ", "keycap"),
                  spaces(1),
                  piece(" K ", "keycap"),
                ]
              : [piece("The end. Back with ", "dim"), piece(" K ", "keycap")],
          ]),
    ],
    lastScroll,
    pageRows,
  };
}

function scrolled(lines: readonly Line[], { scroll }: View, { mainRows: rows }: Layout): Main {
  const lastScroll = Math.max(0, lines.length - rows);
  const from = Math.min(scroll, lastScroll);
  return {
    rows: lines.slice(from, from + rows).map(rowOf),
    room: { listRows: rows, lastScroll, pageRows: rows },
    hasPanes: false,
  };
}

/** The command begins at the first column and its lines are the terminal's own, so that it can be selected and copied. */
function curlRows(view: View, { mainRows: rows }: Layout): Main {
  const explained = wrapWords(
    "Copied, if your terminal lets programs copy. Otherwise select it here; Esc goes back.",
    "dim",
    view.columns,
  );
  const command = view.command
    .split("\n")
    .flatMap((line) => rowsOfOneText(wrap([piece(line.replaceAll("\t", "  "))], view.columns)));
  const room = Math.max(1, rows - explained.length - 1);
  const lastScroll = Math.max(0, command.length - room);
  const from = Math.min(view.scroll, lastScroll);
  const [first, ...others] = command.slice(from, from + room);
  return {
    rows: [
      ...explained.map(rowOf),
      rowOf([]),
      ...(first ? [{ ...first, isContinued: false }, ...others] : []),
    ],
    room: { listRows: rows, lastScroll, pageRows: room },
    hasPanes: false,
  };
}

function rowsOfOneText(lines: readonly Line[]): Row[] {
  const [first = [], ...others] = lines;
  return [rowOf(first), ...others.map((line) => ({ parts: [{ column: 0, line }], isContinued: true }))];
}
