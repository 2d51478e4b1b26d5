/**
 * What stands around the list and the event?
 *
 * Pure. Above: the state of the connection, where events come from and go to, and what a person must know now. Below: counts,
 * what the list is narrowed to, and the keys that work here.
 */
import { counted as countedThings } from "../report.ts";
import { counted } from "./list-lines.ts";
import {
  type Line,
  type Piece,
  cut,
  fill,
  indented,
  lineWidth,
  piece,
  spaces,
  spread,
  wrapWords,
} from "./pieces.ts";
import { type View, shownEvents } from "./view.ts";

const MOST_ALERT_ROWS = 3;
/** Title, rules, counts and keys, and some events. */
const ROWS_BESIDE_ALERTS = 9;
const LABEL_COLUMNS = 14;

export function titleLine(view: View): Line {
  const left = [piece(" Posthorn", "brand"), piece(`  ${view.title}`)];
  const { link, projectName } = view;
  const ms =
    link.is === "connected" && link.roundTripMs !== null ? `${Math.round(link.roundTripMs)} ms` : null;
  const abouts = link.is === "connected" ? [[projectName, ms], [ms], []] : [[]];
  const rights = abouts.map((about) => stateLine(view, about.filter((one) => one !== null).join(" · ")));
  const fitting = rights.find((right) => lineWidth(left) + lineWidth(right) < view.columns);
  return spread(left, fitting ?? rights.at(-1) ?? [], view.columns);
}

function stateLine(view: View, about: string): Line {
  return [...linkPieces(view), ...(about === "" ? [] : [piece(`  ${about}`, "dim")]), spaces(1)];
}

export function linkPieces({ link }: View): Piece[] {
  if (link.is === "connected") return [piece("● Connected", "good")];
  if (link.is === "connecting") return [piece("○ Connecting", "busy")];
  const what = link.wasConnected ? "Connection lost" : "Not connected";
  return [piece(`✗ ${what}`, "bad"), piece(` · try ${link.loss.nextTry}`)];
}

/** What a person must know until it has changed. */
export function alertLines(view: View): Line[] {
  const { link, isLocalThere, missed, notice, place, nowMs, columns } = view;
  const texts: string[] = [];
  if (link.is === "lost") {
    const seconds = Math.max(0, Math.ceil((link.retryAtMs - nowMs) / 1_000));
    texts.push(
      `${link.wasConnected ? "Connection lost." : "Not connected."} ${link.loss.why} ` +
        `Try ${link.loss.nextTry} ${seconds === 0 ? "now" : `in ${seconds} s`}, without end. Events are not forwarded meanwhile.`,
    );
  }
  if (isLocalThere === false)
    texts.push(`Nothing listens at ${place.target.url}. Start your server; events fail until then.`);
  if (missed !== null) texts.push(`${missed} Esc hides this.`);
  if (notice !== null && lineWidth([piece(notice)]) > columns - 2) texts.push(notice);
  return texts
    .flatMap((text) =>
      wrapWords(text, "warning", columns - 2)
        .slice(0, MOST_ALERT_ROWS)
        .map((line) => indented(line, 1)),
    )
    .slice(0, Math.max(0, view.rows - ROWS_BESIDE_ALERTS));
}

export function factLines({ place, isLocalThere, columns }: View, rows: number): Line[] {
  if (rows === 0) return [];
  const { connections, target, dashboard } = place;
  const sources = [...new Map(connections.map(({ source }) => [source.id, source])).values()];
  const shownSources = rows - 3;
  const fact = (label: string, value: Line, more: Line = []) =>
    cut([...fill([piece(` ${label}`, "dim")], LABEL_COLUMNS), ...value, ...more], columns);
  const urls = sources.slice(0, shownSources);
  const widest = Math.max(...urls.map(({ url }) => lineWidth([piece(url)])));
  const paths = [...new Set(connections.map(({ destination }) => destination.config.path ?? "/"))];
  const [path = ""] = paths;
  const to = [piece(target.url), piece(paths.length === 1 ? path.replace(/\/$/, "") : "", "dim")];
  const state =
    isLocalThere === null
      ? []
      : isLocalThere
        ? [piece("  ● answers", "good")]
        : [piece("  ✗ nothing listens", "bad")];
  const names = connections.map(({ name, full_name }) => name ?? full_name).join(", ");
  return [
    [],
    ...urls.map(({ url, name }, at) =>
      fact(at === 0 ? (sources.length === 1 ? "Source" : "Sources") : "", fill([piece(url)], widest), [
        piece(`  ${name}`, "dim"),
        ...(at === shownSources - 1 && sources.length > shownSources
          ? [piece(`  + ${sources.length - shownSources} more`, "dim")]
          : []),
      ]),
    ),
    fact("Forwards to", to, [
      ...state,
      piece(`  ${countedThings(connections.length, "connection")} · ${names}`, "dim"),
    ]),
    fact("Dashboard", [piece(`${dashboard}/events/cli`, "underlined")]),
  ];
}

export function countsLine(view: View): Line {
  const { counts, filter, search, isTyping, notice, columns, nowMs } = view;
  if (isTyping)
    return cut(
      [
        piece(" /", "bold"),
        piece(search),
        piece("▏", "busy"),
        piece("  Enter keeps it, Esc takes it away", "dim"),
      ],
      columns,
    );
  if (notice !== null && lineWidth([piece(notice)]) <= columns - 2) return [spaces(1), piece(notice, "bold")];
  const narrowed = [
    filter.only === "failed" ? "only failed" : filter.only === "source" ? `only ${filter.name}` : null,
    search === "" ? null : `"${search}"`,
  ].filter((one) => one !== null);
  const left: Line = [
    piece(` ${counted(counts.received)} received · `),
    piece(`✓ ${counted(counts.fine)}`, "good"),
    spaces(2),
    piece(`✗ ${counted(counts.failed)}`, "bad"),
    spaces(2),
    piece(`↻ ${counted(counts.underWay)}`, "busy"),
    piece("    filter ", "dim"),
    ...(narrowed.length === 0
      ? [piece("none")]
      : [piece(narrowed.join(", "), "bold"), piece(` · ${counted(shownEvents(view).length)} shown`, "dim")]),
  ];
  const newest = view.events[0];
  const right =
    newest === undefined ? [] : [piece(`last event ${agoText(nowMs - newest.receivedAt.getTime())} `, "dim")];
  return lineWidth(left) + lineWidth(right) < columns ? spread(left, right, columns) : cut(left, columns);
}

function agoText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

const LIST_KEYS: readonly (readonly [string, string])[] = [
  ["q", "quit"],
  ["?", "help"],
  ["↑↓", "select"],
  ["r", "retry"],
  ["enter", "details"],
  ["o", "open"],
  ["c", "copy as cURL"],
  ["/", "search"],
  ["f", "filter"],
];
const EVENT_KEYS: readonly (readonly [string, string])[] = [
  ["esc", "back"],
  ["?", "help"],
  ["↑↓", "scroll"],
  ["tab", "response"],
  ["r", "retry"],
  ["←→", "neighbours"],
  ["o", "open"],
  ["c", "copy as cURL"],
];
const OVERLAY_KEYS: readonly (readonly [string, string])[] = [
  ["esc", "back"],
  ["↑↓", "scroll"],
];

/** Those that come first stay longest; the first two stand at the end. */
export function keysLine({ page, columns, isTyping, tab }: View): Line {
  if (isTyping) return [];
  const all = page === "list" ? LIST_KEYS : page === "event" ? EVENT_KEYS : OVERLAY_KEYS;
  const cells = all.map(([key, about]) => [
    piece(` ${key} `, "keycap"),
    piece(` ${key === "tab" && tab === "response" ? "request" : about}  `),
  ]);
  let left = columns - 1;
  const fitting = cells.filter((cell) => {
    left -= lineWidth(cell);
    return left >= 0;
  });
  return [spaces(1), ...fitting.slice(2).flat(), ...fitting.slice(0, 2).toReversed().flat()];
}
