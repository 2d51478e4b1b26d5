import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readTarget } from "../target.ts";
import { curlCommand } from "./curl-command.ts";
import { frameOf } from "./frame.ts";
import { createKeptEvents, textOf } from "./kept-events.ts";
import { NOON, attemptOf, keptOf, viewOf } from "./testing-view.ts";
import { type View, pressed, selectedEvent, shownEvents } from "./view.ts";

const NAMED = new Set([
  "up",
  "down",
  "left",
  "right",
  "home",
  "end",
  "pageup",
  "pagedown",
  "return",
  "escape",
  "tab",
  "backspace",
]);

/** Each word is a key: its name, or the character that it types. */
function afterKeys(view: View, ...keys: string[]): View {
  return keys.reduce((before, key) => {
    const isNamed = NAMED.has(key);
    const pressedKey = { text: isNamed ? "" : key, name: isNamed ? key : "", isCtrl: false, isPasted: false };
    return pressed(before, pressedKey, frameOf(before).room).view;
  }, view);
}

const selectedId = (view: View) => selectedEvent(view)?.attempt.event_id;
const ids = (view: View) => shownEvents(view).map(({ attempt }) => attempt.event_id);
const three = () => keptOf(attemptOf(1), attemptOf(2), attemptOf(3));

test("the newest event is selected until a person selects one, which then stays where it is", () => {
  const kept = three();
  const view = viewOf(kept);
  expect(selectedId(view)).toBe("evt_3");

  const moved = afterKeys(view, "j");
  kept.add(attemptOf(4), NOON);
  const grown = { ...moved, events: kept.list() };

  expect(selectedId(grown)).toBe("evt_2");
  expect(rowOfSelected(grown)).toBe(rowOfSelected(moved));
  expect(headOf(grown)).toContain("↑ 1 newer");
  expect(headOf(moved)).not.toContain("newer");
  expect(selectedId(afterKeys(grown, "k", "k"))).toBe("evt_4");
  expect(selectedId(afterKeys(grown, "end"))).toBe("evt_1");
  expect(selectedId(afterKeys(grown, "end", "down"))).toBe("evt_1");
  const following = afterKeys(grown, "g");
  kept.add(attemptOf(5), NOON);
  expect(selectedId({ ...following, events: kept.list() })).toBe("evt_5");
});

function headOf(view: View): string {
  const rows = frameOf(view).frame.map(({ parts }) => parts[0]?.line.map(({ text }) => text).join("") ?? "");
  return rows.find((text) => text.includes("Method")) ?? "";
}

function rowOfSelected(view: View): number {
  return frameOf(view).frame.findIndex(({ parts }) => parts.some(({ isSelected }) => isSelected));
}

test("however far one goes, the selected event is on the screen", () => {
  const kept = keptOf(...Array.from({ length: 300 }, (_, at) => attemptOf(at)));
  let view = viewOf(kept, { columns: 80, rows: 24 });
  for (const key of ["pagedown", "pagedown", "j", "pageup", "end", "k", "pageup", "home", "j"]) {
    view = afterKeys(view, key);
    expect(rowOfSelected(view)).toBeGreaterThan(0);
    expect(rowOfSelected({ ...view, rows: 12 })).toBeGreaterThan(0);
  }
});

test("an event that is read stays on the screen after it is not kept any more", () => {
  const kept = createKeptEvents({ events: 2, bodyBytes: 99, allBytes: 999 });
  kept.add(attemptOf(1), NOON);
  const view = afterKeys(viewOf(kept), "return");
  for (const number of [2, 3, 4]) kept.add(attemptOf(number), NOON);

  const later = { ...view, events: kept.list() };

  expect(selectedId(later)).toBe("evt_1");
  expect(afterKeys(later, "left").page).toBe("event");
});

test("a search finds paths, headers, bodies, statuses and ids; Esc takes it away", () => {
  const attempts = [
    attemptOf(1, { path: "/Needle" }),
    attemptOf(2, { headers: { "x-a": "needle" } }),
    attemptOf(3, { body: Buffer.from("a NEEDLE") }),
    attemptOf(4),
    attemptOf(5, { event_id: "evt_needle" }),
    attemptOf(6),
    attemptOf(7),
  ] as const;
  const kept = keptOf(...attempts);
  kept.finish(attempts[3], { status: 200, headers: [], body: Buffer.from("needle") }, 1);
  kept.finish(attempts[5], { problem: "needle refused" }, 1);

  const typing = afterKeys(
    viewOf(kept),
    "/",
    ...Array.from("neeedle"),
    "backspace",
    "backspace",
    "backspace",
    "backspace",
    ...Array.from("dle"),
  );

  expect(ids(typing)).toEqual(["evt_6", "evt_needle", "evt_4", "evt_3", "evt_2", "evt_1"]);
  expect(afterKeys(typing, "q").search).toBe("needleq");
  const done = afterKeys(typing, "return");
  expect(done.isTyping).toBe(false);
  expect(ids(afterKeys(done, "escape"))).toHaveLength(7);
});

test("f goes round: all, failed, each of several sources", () => {
  const failed = attemptOf(2);
  const kept = keptOf(attemptOf(1), failed, attemptOf(3, { webhook_id: "web_2" }));
  kept.finish(failed, { problem: "refused" }, 1);
  const view = viewOf(kept, {}, ["shop", "billing"]);

  const round = ["f", "f", "f", "f"].map((_, at, keys) => ids(afterKeys(view, ...keys.slice(0, at + 1))));

  expect(round).toEqual([["evt_2"], ["evt_2", "evt_1"], ["evt_3"], ["evt_3", "evt_2", "evt_1"]]);
});

test("what a key wishes of the world", () => {
  const view = viewOf(three());
  const { room } = frameOf(view);
  const wishOf = (text: string, more = {}) =>
    pressed(view, { text, name: "", isCtrl: false, isPasted: false, ...more }, room).wish?.to;

  expect(["r", "o", "c", "q", "x"].map((text) => wishOf(text))).toEqual([
    "retry",
    "open",
    "copy",
    "quit",
    undefined,
  ]);
  expect(["c", "z", "l"].map((name) => wishOf("", { name, isCtrl: true }))).toEqual([
    "quit",
    "suspend",
    "redraw",
  ]);
  expect(wishOf("q", { isPasted: true })).toBeUndefined();
  expect(
    pressed(viewOf(createKeptEvents()), { text: "r", name: "r", isCtrl: false, isPasted: false }, room).wish,
  ).toBeUndefined();
});

test("a long body scrolls to its end and not beyond", () => {
  const body = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, at) => `line ${at}`)));
  const view = viewOf(keptOf(attemptOf(1, { body })));

  const end = afterKeys(view, "return", "end", "down", "pagedown");

  expect(end.scroll).toBe(frameOf(end).room.lastScroll);
  expect(JSON.stringify(frameOf(end).frame)).toContain("line 499");
  expect(afterKeys(end, "tab").scroll).toBe(0);
  expect(afterKeys(view, "J", "J", "K").scroll).toBe(1);
});

test("memory is bounded: events, each body, and all bodies together", () => {
  const kept = createKeptEvents({ events: 3, bodyBytes: 10, allBytes: 24 });
  const attempts = [1, 2, 3, 4, 5].map((number) => attemptOf(number, { body: Buffer.from("é".repeat(8)) }));
  for (const attempt of attempts) {
    kept.add(attempt, NOON);
    kept.finish(attempt, { status: 200, headers: [], body: Buffer.from("0123456789ab") }, 1);
  }

  const [newest, before, oldest] = kept.list();

  expect(kept.list()).toHaveLength(3);
  expect(kept.counts).toEqual({ received: 5, fine: 5, failed: 0, underWay: 0 });
  expect(newest?.body).toMatchObject({ length: 16, isGone: false });
  expect(newest && textOf(newest.body)).toBe("éééée".slice(0, 4) + "é");
  expect([before?.body.isGone, oldest?.body.isGone]).toEqual([true, true]);
  const all = kept
    .list()
    .flatMap(({ body, outcome }) => [body, outcome && "status" in outcome ? outcome.body : body]);
  expect(all.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThanOrEqual(24 + 20);
  expect(newest && curlCommand(newest, readTarget("3000"))).toBeNull();
});

test("a body that arrives after its event was dropped is not kept", () => {
  const kept = createKeptEvents({ events: 1, bodyBytes: 10, allBytes: 100 });
  const late = attemptOf(1);
  kept.add(late, NOON);
  const [event] = kept.list();
  kept.add(attemptOf(2), NOON);

  kept.finish(late, { status: 200, headers: [], body: Buffer.from("late") }, 1);

  expect(event?.outcome).toMatchObject({ status: 200, body: { isGone: true, length: 4 } });
});

/** What a shell makes of the command: the arguments of a `curl` that prints them, and its stdin. */
function shellReads(command: string): { args: string[]; stdin: Buffer } {
  const script = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; printf '\\0\\0'; cat; }\n${command}`;
  const output = execFileSync("sh", ["-c", script], { input: "" });
  const end = output.indexOf("\0\0\0");
  return { args: output.subarray(0, end).toString().split("\0"), stdin: output.subarray(end + 3) };
}

test("the copied command is one request in a shell, whatever a sender wrote", () => {
  const hostile = "'; rm -rf / #$(id)`id`\n\"\\";
  const kept = keptOf(
    attemptOf(1, {
      path: "/a?b=[1]'$(id)",
      headers: { host: "elsewhere", "content-length": "9", "x-a": hostile.replace("\n", " "), "x-empty": "" },
      body: Buffer.from(hostile),
    }),
  );
  const [event] = kept.list();

  const { args } = shellReads((event && curlCommand(event, readTarget("3000/".replace("/", "")))) ?? "");

  expect(args).toEqual([
    "-X",
    "POST",
    "--globoff",
    "http://localhost:3000/a?b=[1]'$(id)",
    "-H",
    `x-a: ${hostile.replace("\n", " ")}`,
    "-H",
    "x-empty;",
    "-H",
    "content-type:",
    "--data-raw",
    hostile,
  ]);
});

test("bytes, and text on which a terminal would act, go through base64", () => {
  for (const body of [Buffer.from([0x89, 0, 0xff]), Buffer.from("\u001b[201~\nrm -rf /\n")]) {
    const [event] = keptOf(attemptOf(1, { body })).list();
    const command = (event && curlCommand(event, readTarget("https://localhost:8443"))) ?? "";
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    expect(command).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    const { args, stdin } = shellReads(command);
    expect(stdin).toEqual(body);
    expect(args).toEqual(expect.arrayContaining(["--insecure", "--data-binary", "@-"]));
  }
});
