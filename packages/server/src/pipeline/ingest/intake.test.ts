import { expect, test } from "vitest";
import { openLane } from "../../store/lane.ts";
import type { Backlog } from "../route/router.ts";
import { createIntake } from "./intake.ts";

const NOTHING_WAITS: Backlog = { requests: () => 0, requestsOf: () => 0, bytes: () => 0 };

/** These tests check only its room, so the lane never connects. */
function intakeWithoutTraffic(backlog: Backlog = NOTHING_WAITS) {
  return createIntake({
    lanes: [openLane("postgres://nobody.invalid/none")],
    owner: () => 1,
    router: { plan: () => null, route: () => {}, written: () => {}, dropped: () => {}, backlog },
    uncertain: () => {},
  });
}

test("rules that fall behind hold up their own source first, and everybody before memory runs out", () => {
  const behind = { ...NOTHING_WAITS, requestsOf: (key: string) => (key === "slow" ? 100_000 : 0) };
  const intake = intakeWithoutTraffic(behind);
  expect(intake.roomFor("slow")).toBe("source over its share");
  expect(intake.roomFor("other")).toBe("free");
  intake.stop();

  const full = intakeWithoutTraffic({ ...NOTHING_WAITS, requests: () => 400_000 });
  expect(full.roomFor("other")).toBe("busy");
  full.stop();
  const heavy = intakeWithoutTraffic({ ...NOTHING_WAITS, bytes: () => 96 * 1024 * 1024 });
  expect(heavy.roomFor("other")).toBe("busy");
  heavy.stop();
});

test("one source may take up half of the room, all sources together all of it", () => {
  const intake = intakeWithoutTraffic();

  for (let count = 0; count < 1_000; count++) intake.enter("greedy");
  expect(intake.roomFor("greedy")).toBe("source over its share");
  expect(intake.roomFor("modest")).toBe("free");
  const places = Array.from({ length: 1_000 }, () => intake.enter("modest"));
  expect(intake.roomFor("third")).toBe("busy");
  places[0]?.leave();
  expect(intake.roomFor("third")).toBe("free");
  intake.stop();
});

test("bytes in flight are bounded, and freed when their request leaves", () => {
  const intake = intakeWithoutTraffic();
  const place = intake.enter("large");

  expect(place.holdBytes(95 * 1024 * 1024)).toBe(true);
  expect(intake.enter("other").holdBytes(2 * 1024 * 1024)).toBe(false);
  expect(intake.roomFor("other")).toBe("busy");
  place.leave();
  expect(intake.roomFor("other")).toBe("free");
  intake.stop();
});
