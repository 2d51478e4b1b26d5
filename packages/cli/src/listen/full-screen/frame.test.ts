import { expect, test } from "vitest";
import { widthOf } from "../../output/width.ts";
import { type Colours, type Frame, draw } from "./draw.ts";
import { frameOf } from "./frame.ts";
import { type KeptEvents, createKeptEvents } from "./kept-events.ts";
import { NOON, attemptOf, keptOf, viewOf } from "./testing-view.ts";
import type { View } from "./view.ts";

/** As it would be read, also where a part overlaps the one before it. */
function textsOf(frame: Frame): string[] {
  return frame.map(({ parts }) => {
    let row = "";
    for (const { column, line } of parts)
      row = row.padEnd(column + row.length - widthOf(row)) + line.map(({ text }) => text).join("");
    return row.trimEnd();
  });
}

const screenOf = (view: View) => textsOf(frameOf(view).frame).join("\n");

const SIZES = [
  [40, 12],
  [60, 15],
  [80, 24],
  [99, 19],
  [100, 20],
  [110, 32],
  [200, 60],
  [20, 4],
] as const;
const HOSTILE = "\u001b]0;title\u0007\u001b[2J\u009b31m\u202e\r\n\t\u0000";
const KEPT: Readonly<Record<string, () => KeptEvents>> = {
  "no events": () => createKeptEvents(),
  "wide characters": () =>
    keptOf(
      attemptOf(1, {
        path: "/注文/支払い済み/👩‍👩‍👧‍👦/🇩🇪/e\u0301/1️⃣".repeat(20),
        headers: { "x-名前": "値👋🏽".repeat(50) },
        body: Buffer.from(JSON.stringify({ 商品: "本👩‍🚀".repeat(500) })),
      }),
    ),
  "long names": () =>
    keptOf(
      attemptOf(1, {
        method: "PROPFIND".repeat(9),
        event_id: "evt_".repeat(60),
        path: `/${"a".repeat(3_000)}`,
        headers: { ["x".repeat(300)]: "y".repeat(3_000) },
        body: Buffer.from("z".repeat(60_000)),
      }),
    ),
  "escape sequences": () =>
    keptOf(
      attemptOf(1, {
        method: HOSTILE,
        event_id: HOSTILE,
        path: HOSTILE,
        headers: { [HOSTILE]: HOSTILE, "content-type": HOSTILE },
        body: Buffer.from(HOSTILE.replace("\u0000", "")),
      }),
    ),
  "10,000 events": () => keptOf(...Array.from({ length: 10_000 }, (_, at) => attemptOf(at + 1))),
};

const CASES = Object.entries(KEPT).flatMap(([name, given]) => {
  const kept = given();
  return SIZES.map(([columns, rows]) => ({ columns, rows, name, kept }));
});

test.each(CASES)("$columns × $rows, $name: nothing leaves its place", ({ columns, rows, kept }) => {
  const link = {
    is: "lost",
    wasConnected: true,
    retryAtMs: NOON.getTime() + 5_500,
    loss: { why: HOSTILE, nextTry: 7, waitMs: 4_000 },
  } as const;
  for (const page of ["list", "event", "curl", "help"] as const) {
    const view = viewOf(kept, {
      columns,
      rows,
      page,
      link,
      isLocalThere: false,
      missed: HOSTILE,
      command: `curl ${HOSTILE} ${"本".repeat(300)}`,
    });

    const { frame } = frameOf(view);

    expect(frame).toHaveLength(rows);
    for (const { parts } of frame)
      parts.forEach(({ column, line }, at) => {
        const text = line.map((one) => one.text).join("");
        // oxlint-disable-next-line no-control-regex -- they are what must not be there
        expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        expect(column + widthOf(text)).toBeLessThanOrEqual(parts[at + 1]?.column ?? columns);
      });
    expect(screenOf(view)).toMatch(/Connection lost/);
    expect(screenOf({ ...view, link: { is: "connected", roundTripMs: null } })).toContain("● Connected");
  }
});

test("the list, the selected event beside it, counts and keys are on one screen", () => {
  const first = attemptOf(1);
  const second = attemptOf(2, { webhook_id: "web_1" });
  const kept = keptOf(first, second, attemptOf(3));
  kept.finish(first, { status: 200, body: Buffer.from("ok"), headers: [] }, 41.2);
  kept.finish(second, { problem: "refused" }, 2);

  const screen = screenOf(viewOf(kept, { selected: { event: kept.list()[1] ?? never(), line: 1 } }));

  expect(screen).toMatchInlineSnapshot(`
    " Posthorn  listen 3000 shop                                                         ● Connected  Shop · 38 ms

     Source       https://hooks.example.com/e/src_1  shop
     Forwards to  http://localhost:3000  ● answers  1 connection · cli-shop
     Dashboard    http://localhost:4400/events/cli
    ──────────────────────────────────────────────────────────┬───────────────────────────────────────────────────
     Time      Status      Method  Path                   ms  │ evt_2  attempt 2
     12:00:00  ↻ pending   POST    /orders/3               –  │ ✗ Failed refused after 2 ms.
    ▸12:00:00  ✗ refused   POST    /orders/2               2  │ Press r to send it again.
     12:00:00  ✓ 200       POST    /orders/1              41  │
                                                              │ [Request]  Response                          tab
                                                              │ POST http://localhost:3000/orders/2
                                                              │ shop → cli-shop
                                                              │ content-type         application/json
                                                              │ x-posthorn-attempt…  2
                                                              │ accept               */*
                                                              │
                                                              │ {
                                                              │   "number": 2
                                                              │ }
                                                              │
                                                              │
                                                              │
                                                              │
                                                              │
                                                              │
                                                              │
                                                              │
                                                              │
    ──────────────────────────────────────────────────────────┴───────────────────────────────────────────────────
     3 received · ✓ 1  ✗ 1  ↻ 1    filter none                                                 last event 2 s ago
      ↑↓  select   r  retry   enter  details   o  open   c  copy as cURL   /  search   ?  help   q  quit"
  `);
});

function never(): never {
  throw new Error("There is such an event.");
}

test("bodies: JSON is indented as it was sent, text stays, and what is no text is named", () => {
  const screen = (body: Buffer, headers: Record<string, string> = {}) =>
    screenOf(viewOf(keptOf(attemptOf(1, { body, headers })), { page: "event" }));

  expect(screen(Buffer.from('{"a":12345678901234567890,"a":[],"b":[1.50,{"c":null}]}'))).toContain(
    [
      " {",
      '   "a": 12345678901234567890,',
      '   "a": [],',
      '   "b": [',
      "     1.50,",
      "     {",
      '       "c": null',
    ].join("\n"),
  );
  expect(screen(Buffer.from("one\r\n\ttwo"))).toContain(" one\n   two");
  expect(screen(Buffer.from([0x89, 0x50, 0xff]), { "Content-Type": "image/png" })).toContain(
    "No text: 3 bytes, image/png.",
  );
  expect(screen(Buffer.alloc(0))).toContain("No body.");
  expect(
    screenOf(
      viewOf(keptOf(attemptOf(1, { body: Buffer.alloc(70_000, "é") })), { page: "event", scroll: 9_999 }),
    ),
  ).toContain("… 64 KiB of 68 KiB are kept here.");
});

test("the answer is shown: its status, headers and body, and why there is none", () => {
  const attempts = [attemptOf(1), attemptOf(2), attemptOf(3)] as const;
  const kept = keptOf(...attempts);
  kept.finish(
    attempts[0],
    { status: 422, headers: [["content-type", "application/json"]], body: Buffer.from('{"no":"sku"}') },
    5,
  );
  kept.finish(attempts[1], { problem: "no answer in 1 s" }, 1_000);
  const screen = (at: number) =>
    screenOf(
      viewOf(kept, {
        page: "event",
        tab: "response",
        selected: { event: kept.list()[at] ?? never(), line: 0 },
      }),
    );

  expect(screen(2)).toContain('Status 422\n content-type  application/json\n\n {\n   "no": "sku"\n }');
  expect(screen(1)).toContain("There is no answer: no answer in 1 s.");
  expect(screen(0)).toContain("There is no answer yet.");
});

test("the screen says when the connection is lost, the next try, what was missed and what is not kept", () => {
  const kept = keptOf(...Array.from({ length: 10_000 }, (_, at) => attemptOf(at)));
  const loss = { why: "The server does not listen.", nextTry: 7, waitMs: 4_000 };
  const view = viewOf(kept, {
    link: { is: "lost", wasConnected: true, retryAtMs: NOON.getTime() + 5_500, loss },
    isLocalThere: false,
    missed: "Missed meanwhile: 3 events failed.",
    selected: { event: kept.list().at(-1) ?? never(), line: 9 },
  });

  const screen = screenOf(view);

  expect(screen).toContain("✗ Connection lost · try 7");
  expect(screen.replaceAll(/\s+/g, " ")).toContain(
    "Connection lost. The server does not listen. Try 7 in 3 s, without end. Events are not forwarded meanwhile.",
  );
  expect(screen).toContain(
    "Nothing listens at http://localhost:3000. Start your server; events fail until then.",
  );
  expect(screen).toContain("Missed meanwhile: 3 events failed. Esc hides this.");
  expect(screen).toContain("The last 1,000 of 10,000 are kept here.");
});

const row = (text: string) => ({ parts: [{ column: 0, line: [{ text, look: "plain" as const }] }] });

test("only rows that changed are written, and a text of several rows stays one text", () => {
  const before = draw([row("a"), row("b"), row("c")], [], "none");

  expect(draw([row("a"), row("B"), row("c")], before.drawn, "none").bytes).toBe(
    "\u001b[?2026h\u001b[2;1H\u001b[2KB\u001b[?2026l",
  );
  expect(draw([row("a"), row("b"), row("c")], before.drawn, "none").bytes).toBe("");
  expect(draw([row("a"), row("b"), { ...row("x"), isContinued: true }], before.drawn, "none").bytes).toBe(
    "\u001b[?2026h\u001b[3;1H\u001b[2K\u001b[2;1H\u001b[2K\u001b[?7hbx\u001b[?7l\u001b[?2026l",
  );
});

test.each<[Colours, RegExp]>([
  ["none", /\[(?:[\d;]*;)?(?:3[0-8]|4[0-8])(?:;[\d;]*)?m/],
  ["few", /\[(?:[\d;]*;)?[34]8;/],
])("with %s colours there are no others, and marks still say what is what", (colours, others) => {
  const kept = keptOf(attemptOf(1));
  const { bytes } = draw(frameOf(viewOf(kept)).frame, [], colours);

  expect(bytes).not.toMatch(others);
  expect(bytes).toContain("▸");
  expect(bytes).toContain("↻ pending");
});
