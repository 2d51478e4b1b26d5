import { expect, test } from "vitest";
import { type RoomAsked, fitByBytes, hasBytesFor, roomFor } from "./room.ts";

const LIMITS = { events: 4_000, bytes: 1_000, eventsPerDestination: 2_000 };
const EMPTY = { events: 0, bytes: 0 };
const ASKED: RoomAsked = {
  limits: LIMITS,
  all: EMPTY,
  project: EMPTY,
  destinationEvents: 0,
  mostOpen: 128,
  paced: Number.POSITIVE_INFINITY,
};

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Lets every destination take as much as it can get, one event at a time. */
function fill(
  projects: number,
  destinations: number,
): { held: number[][]; left: (project: number) => number } {
  const held = Array.from({ length: projects }, () => Array.from({ length: destinations }, () => 0));
  const room = (project: number, destinationEvents: number) =>
    roomFor({
      ...ASKED,
      all: { events: sum(held.map(sum)), bytes: 0 },
      project: { events: sum(held[project] ?? []), bytes: 0 },
      destinationEvents,
    });
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const [project, queues] of held.entries()) {
      for (const [queue, events] of queues.entries()) {
        if (room(project, events) === 0) continue;
        queues[queue] = events + 1;
        isGrowing = true;
      }
    }
  }
  return { held, left: (project) => room(project, 0) };
}

test("a destination that is alone holds half of all, and leaves its neighbours room", () => {
  const { held, left } = fill(1, 1);

  expect(held).toEqual([[2_000]]);
  expect(left(0)).toBeGreaterThan(1_000);
});

test("many full destinations of a project leave the next one room, and other projects more", () => {
  const { left } = fill(1, 20);

  expect(left(0)).toBeGreaterThan(100);
  expect(roomFor({ ...ASKED, all: { events: 2_600, bytes: 0 } })).toBeGreaterThan(1_000);
});

test("in a project that is past its part, a destination with a few events finds room, and a full one none", () => {
  const past = { events: 2_700, bytes: 0 };

  expect(roomFor({ ...ASKED, all: past, project: past, destinationEvents: 270 })).toBe(0);
  expect(roomFor({ ...ASKED, all: past, project: past })).toBe(31);
  expect(roomFor({ ...ASKED, all: past, project: past, destinationEvents: 30 })).toBe(1);
  expect(roomFor({ ...ASKED, all: past, project: past, destinationEvents: 31 })).toBe(0);
  const farPast = { events: 3_000, bytes: 0 };
  expect(roomFor({ ...ASKED, all: farPast, project: farPast })).toBe(0);
  expect(roomFor({ ...ASKED, all: farPast })).toBe(1_000);
});

test("many full projects leave the next one room", () => {
  const { held } = fill(9, 2);
  const events = held.flat().reduce((total, number) => total + number, 0);

  expect(roomFor({ ...ASKED, all: { events, bytes: 0 } })).toBeGreaterThan(100);
});

test("a limiter and a shrunken share of sockets are the bound where they are smaller", () => {
  expect(roomFor({ ...ASKED, paced: 30 })).toBe(30);
  expect(roomFor({ ...ASKED, paced: 30, destinationEvents: 31 })).toBe(0);
  expect(roomFor({ ...ASKED, mostOpen: 8 })).toBe(128);
  expect(roomFor({ ...ASKED, all: { events: 4_000, bytes: 0 } })).toBe(0);
});

test("bytes are shared like events", () => {
  expect(hasBytesFor(LIMITS, EMPTY, EMPTY, 1_000)).toBe(true);
  expect(hasBytesFor(LIMITS, EMPTY, EMPTY, 1_001)).toBe(false);
  expect(hasBytesFor(LIMITS, { events: 0, bytes: 600 }, { events: 0, bytes: 600 }, 201)).toBe(false);
  expect(hasBytesFor(LIMITS, { events: 0, bytes: 600 }, EMPTY, 400)).toBe(true);
});

test("a project with large events claims as many more as fit, and always one", () => {
  const fit = (allBytes: number, project: { events: number; bytes: number }) =>
    fitByBytes(LIMITS, { events: 10, bytes: allBytes }, project);

  expect(fit(0, EMPTY)).toBe(LIMITS.events);
  expect(fit(400, { events: 4, bytes: 400 })).toBe(6);
  expect(fit(950, { events: 2, bytes: 900 })).toBe(1);
  expect(fit(0, { events: 1, bytes: 1 })).toBe(1_000);
});
