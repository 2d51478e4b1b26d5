/**
 * What is on the screen, and what does each key change?
 *
 * Pure. `pressed` gives the next view, and what the person wishes of the world outside: to send an event again, to open a page,
 * to copy, to quit. Everything else that happens comes in as new fields of the view.
 */
import type { TerminalKey } from "../../terminal.ts";
import type { Loss } from "../link.ts";
import type { Place } from "../report.ts";
import type { Tab } from "./event-lines.ts";
import { type KeptEvent, type KeptEvents, stateOf, textOf } from "./kept-events.ts";

export type LinkState =
  | { is: "connecting" }
  | { is: "connected"; roundTripMs: number | null }
  | { is: "lost"; loss: Loss; retryAtMs: number; wasConnected: boolean };

export type Filter = { only: "all" } | { only: "failed" } | { only: "source"; id: string; name: string };

export interface View {
  columns: number;
  rows: number;
  /** As typed: `listen 3000 shop`. */
  title: string;
  /** Null until the server has said it. */
  projectName: string | null;
  place: Place;
  link: LinkState;
  /** Null until it has been looked at. */
  isLocalThere: boolean | null;
  /** Stays until Esc. */
  missed: string | null;
  /** Goes with the next key. */
  notice: string | null;
  events: readonly KeptEvent[];
  counts: KeptEvents["counts"];
  limits: KeptEvents["limits"];
  /** Null follows the newest. `line` is where it stands in the list, and stays when others come. */
  selected: { event: KeptEvent; line: number } | null;
  page: "list" | "event" | "curl" | "help";
  tab: Tab;
  scroll: number;
  search: string;
  isTyping: boolean;
  filter: Filter;
  /** On the page `curl`. */
  command: string;
  nowMs: number;
}

export type Wish =
  | { to: "quit" | "suspend" | "redraw" }
  | { to: "retry" | "open" | "copy"; event: KeptEvent };

export interface Pressed {
  view: View;
  wish?: Wish;
}

/** How much fits, as the frame lays it out. */
export interface Room {
  listRows: number;
  /** The last line to which one can scroll. */
  lastScroll: number;
  pageRows: number;
}

export function pressed(view: View, key: TerminalKey, room: Room): Pressed {
  if (key.isCtrl && key.name === "c") return { view, wish: { to: "quit" } };
  if (key.isCtrl && key.name === "z") return { view, wish: { to: "suspend" } };
  if (key.isCtrl && key.name === "l") return { view, wish: { to: "redraw" } };
  const calm = view.notice === null ? view : { ...view, notice: null };
  if (view.isTyping) return { view: typed(calm, key) };
  if (key.isPasted) return { view }; // a pasted text presses no keys
  const scrolled = scrolledBy(calm, key, room);
  if (scrolled) return { view: scrolled };
  if (view.page === "curl" || view.page === "help") return { view: onOverlay(calm, key) };
  const event = selectedEvent(view);
  if (event !== null && !key.isCtrl) {
    if (key.text === "r") return { view: calm, wish: { to: "retry", event } };
    if (key.text === "o") return { view: calm, wish: { to: "open", event } };
    if (key.text === "c") return { view: calm, wish: { to: "copy", event } };
  }
  if (key.text === "?") return { view: { ...calm, page: "help", scroll: 0 } };
  if (key.name === "tab")
    return { view: { ...calm, tab: view.tab === "request" ? "response" : "request", scroll: 0 } };
  if (view.page === "event") return { view: onEvent(calm, key, room) };
  if (key.text === "q") return { view: calm, wish: { to: "quit" } };
  return { view: onList(calm, key, room) };
}

function onOverlay(view: View, { name, text }: TerminalKey): View {
  const closes = ["escape", "return", "enter", "backspace"].includes(name) || ["q", "?", "c"].includes(text);
  return closes ? { ...view, page: "list", scroll: 0 } : view;
}

function onEvent(view: View, { name, text }: TerminalKey, room: Room): View {
  if (["escape", "return", "enter", "backspace"].includes(name) || text === "q")
    return { ...view, page: "list", scroll: 0 };
  if (name === "left" || text === "h") return moved(view, -1, room);
  if (name === "right" || text === "l") return moved(view, 1, room);
  return view;
}

function onList(view: View, { name, text }: TerminalKey, room: Room): View {
  if (name === "up" || text === "k") return moved(view, -1, room);
  if (name === "down" || text === "j") return moved(view, 1, room);
  if (name === "pageup") return moved(view, -room.listRows, room);
  if (name === "pagedown") return moved(view, room.listRows, room);
  if (name === "home" || text === "g") return { ...view, selected: null, scroll: 0 };
  if (name === "end" || text === "G") return moved(view, Number.MAX_SAFE_INTEGER, room);
  if (name === "return" || name === "enter") {
    const event = selectedEvent(view);
    if (event === null) return view;
    // While it is read, no newer one takes its place.
    return { ...view, page: "event", scroll: 0, selected: view.selected ?? { event, line: 0 } };
  }
  if (text === "/") return { ...view, isTyping: true };
  if (text === "f") return { ...view, filter: nextFilter(view), selected: null, scroll: 0 };
  if (name === "escape") {
    if (view.missed !== null) return { ...view, missed: null };
    if (view.search !== "") return { ...view, search: "", selected: null };
    if (view.filter.only !== "all") return { ...view, filter: { only: "all" }, selected: null };
  }
  return view;
}

function scrolledBy(view: View, { name, text }: TerminalKey, { lastScroll, pageRows }: Room): View | null {
  const isPage = view.page !== "list";
  const to = (line: number) => ({ ...view, scroll: Math.max(0, Math.min(line, lastScroll)) });
  if (text === "J" || (isPage && (name === "down" || text === "j"))) return to(view.scroll + 1);
  if (text === "K" || (isPage && (name === "up" || text === "k"))) return to(view.scroll - 1);
  if (text === " " || (isPage && name === "pagedown")) return to(view.scroll + pageRows);
  if (isPage && name === "pageup") return to(view.scroll - pageRows);
  if (isPage && (name === "home" || text === "g")) return to(0);
  if (isPage && (name === "end" || text === "G")) return to(lastScroll);
  return null;
}

function typed(view: View, { name, text, isCtrl }: TerminalKey): View {
  const changed = (search: string): View => ({ ...view, search, selected: null, scroll: 0 });
  if (name === "return" || name === "enter") return { ...view, isTyping: false };
  if (name === "escape") return { ...changed(""), isTyping: false };
  if (name === "backspace") return changed(Array.from(view.search).slice(0, -1).join(""));
  if (isCtrl && name === "u") return changed("");
  return text === "" || isCtrl ? view : changed(view.search + text);
}

function moved(view: View, by: number, { listRows }: Room): View {
  const shown = shownEvents(view);
  if (shown.length === 0) return view;
  const { index, line } = placeOf(view, shown);
  const to = Math.max(0, Math.min(index + by, shown.length - 1));
  const event = shown[to];
  if (event === undefined) return view;
  const newLine = Math.max(0, Math.min(line + to - index, listRows - 1, to));
  return { ...view, selected: { event, line: newLine }, scroll: 0 };
}

/** Where the selected event stands: in the list, and on the screen. One that is not kept any more was the last. */
export function placeOf(view: View, shown: readonly KeptEvent[]): { index: number; line: number } {
  if (view.selected === null) return { index: 0, line: 0 };
  const index = shown.indexOf(view.selected.event);
  return index < 0
    ? { index: Math.max(0, shown.length - 1), line: view.selected.line }
    : { index, line: Math.min(view.selected.line, index) };
}

export function selectedEvent(view: View): KeptEvent | null {
  return view.selected?.event ?? shownEvents(view)[0] ?? null;
}

function nextFilter({ filter, place }: View): Filter {
  const sources = [...new Map(place.connections.map(({ source }) => [source.id, source])).values()];
  const all: Filter[] = [
    { only: "all" },
    { only: "failed" },
    ...(sources.length > 1 ? sources.map(({ id, name }): Filter => ({ only: "source", id, name })) : []),
  ];
  const same = (one: Filter) =>
    one.only === filter.only && (one.only !== "source" || filter.only !== "source" || one.id === filter.id);
  return all[(all.findIndex(same) + 1) % all.length] ?? { only: "all" };
}

let lastShown: { asked: Pick<View, "events" | "filter" | "search">; found: readonly KeptEvent[] } | undefined;

/** The last answer is remembered, because a frame and a key ask for the same several times. */
export function shownEvents({ events, filter, search, place }: View): readonly KeptEvent[] {
  const known = lastShown?.asked;
  if (lastShown && known?.events === events && known.filter === filter && known.search === search)
    return lastShown.found;
  const connections = new Set(
    place.connections
      .filter(({ source }) => filter.only === "source" && source.id === filter.id)
      .map(({ id }) => id),
  );
  const words = search.toLowerCase();
  const found = events.filter(
    (event) =>
      (filter.only !== "failed" || stateOf(event) === "failed") &&
      (filter.only !== "source" || connections.has(event.attempt.webhook_id)) &&
      (words === "" || contains(event, words)),
  );
  lastShown = { asked: { events, filter, search }, found };
  return found;
}

function contains({ attempt, body, outcome }: KeptEvent, words: string): boolean {
  const has = (text: string | null) => text !== null && text.toLowerCase().includes(words);
  return (
    has(`${attempt.method} ${attempt.path}`) ||
    has(attempt.event_id) ||
    (outcome !== null && has("status" in outcome ? String(outcome.status) : outcome.problem)) ||
    Object.entries(attempt.headers).some(([name, value]) => has(`${name}: ${value}`)) ||
    has(textOf(body)) ||
    (outcome !== null && "status" in outcome && has(textOf(outcome.body)))
  );
}
