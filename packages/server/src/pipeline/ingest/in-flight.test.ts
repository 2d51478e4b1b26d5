import { expect, test } from "vitest";
import type { Backlog } from "../route/router.ts";
import { Flight, MAX_IN_FLIGHT_BYTES, type NoRoom, createInFlight } from "./in-flight.ts";

const MEBIBYTE = 1024 * 1024;
const NOTHING_WAITS: Backlog = { requests: () => 0, requestsOf: () => 0, bytes: () => 0 };

function givenRoom(backlog: Backlog = NOTHING_WAITS, maxBytes = MAX_IN_FLIGHT_BYTES) {
  const { enter, held } = createInFlight(backlog, maxBytes);
  return {
    held,
    /** Each source has a project of its own, unless the name says otherwise: `project/source`. */
    enter(source: string, announcedBytes = 0) {
      return enter({ key: source, teamKey: source.split("/")[0] ?? "" }, announcedBytes);
    },
  };
}

function entered(flight: Flight | NoRoom): Flight {
  if (typeof flight === "string") throw new Error(`There is no room: ${flight}`);
  return flight;
}

/** Lets a source take places until it gets no more; returns how many it got, and why it got no more. */
function takePlaces(room: ReturnType<typeof givenRoom>, source: string): [Flight[], NoRoom | null] {
  const flights: Flight[] = [];
  for (;;) {
    const flight = room.enter(source);
    if (typeof flight === "string") return [flights, flight];
    const refusal = flight.takePlace();
    if (refusal) return [flights, refusal];
    flights.push(flight);
  }
}

/** Sends a body in pieces as sockets do; returns how many bytes were held before one found no room. */
function send(flight: Flight, bytes: number): number {
  const piece = 64 * 1024;
  for (let sent = 0; sent < bytes; sent += piece) if (!flight.holdBytes(piece)) return sent;
  return bytes;
}

test("rules that fall behind hold up their own source first, and everybody before memory runs out", () => {
  const behind = { ...NOTHING_WAITS, requestsOf: (key: string) => (key === "slow" ? 100_000 : 0) };
  expect(givenRoom(behind).enter("slow")).toBe("source over its share");
  expect(givenRoom(behind).enter("other")).toBeInstanceOf(Flight);
  expect(givenRoom({ ...NOTHING_WAITS, requests: () => 400_000 }).enter("other")).toBe("busy");
  expect(givenRoom({ ...NOTHING_WAITS, bytes: () => MAX_IN_FLIGHT_BYTES }).enter("other")).toBe("busy");
});

test("one source may take half of the places, and there are always some for a source without any", () => {
  const room = givenRoom();

  const [greedy, why] = takePlaces(room, "greedy");
  const others = ["second", "third", "fourth", "fifth"].map((source) => takePlaces(room, source)[0].length);

  expect([greedy.length, why]).toEqual([1_000, "source over its share"]);
  expect(others.every((places) => places > 10)).toBe(true);
  expect(room.held().places).toBeLessThanOrEqual(2_000);
});

test("sources of one project share what the project may hold", () => {
  const room = givenRoom();

  const together = ["big/1", "big/2", "big/3", "big/4", "big/5"].map(
    (source) => takePlaces(room, source)[0].length,
  );

  expect(together.reduce((sum, places) => sum + places, 0)).toBeLessThan(1_400);
  expect(takePlaces(room, "small/1")[0].length).toBeGreaterThan(100);
});

test("senders of one byte of a body take no place: 2,020 of them keep nobody out", () => {
  const room = givenRoom();
  for (const source of ["one", "two"])
    for (let count = 0; count < 1_010; count++) entered(room.enter(source, 1_000)).holdBytes(1);

  const [flights] = takePlaces(room, "third");

  expect(flights).toHaveLength(1_000);
});

test("bodies that stop shortly before their end keep no other source out", () => {
  for (const attackers of [["a"], ["a", "b"], ["a/1", "a/2"]]) {
    const room = givenRoom();
    for (let count = 0; count < 20; count++) {
      const flight = room.enter(attackers[count % attackers.length] ?? "", 10 * MEBIBYTE);
      if (typeof flight !== "string" && send(flight, 10 * MEBIBYTE - 65_536) === 0) flight.end();
    }

    const other = entered(room.enter("other", 10 * MEBIBYTE));

    expect(send(other, 10 * MEBIBYTE)).toBe(10 * MEBIBYTE);
    expect(room.held().bytes).toBeLessThanOrEqual(MAX_IN_FLIGHT_BYTES);
  }
});

test("bytes in flight are bounded whatever their senders announced, and freed when the request ends", () => {
  const room = givenRoom(NOTHING_WAITS, 24 * MEBIBYTE);
  const flights = Array.from({ length: 50 }, (_, source) => room.enter(`${source}`, 10 * MEBIBYTE));

  const held = flights.map((flight) => send(entered(flight), 10 * MEBIBYTE));

  expect(held[0]).toBe(10 * MEBIBYTE);
  expect(room.held().bytes).toBeLessThanOrEqual(24 * MEBIBYTE);
  expect(room.enter("late", 10 * MEBIBYTE)).toBe("busy"); // before it sends a byte
  for (const flight of flights) entered(flight).end();
  expect(room.held()).toEqual({ requests: 0, places: 0, bytes: 0 });
  expect(room.enter("late", 10 * MEBIBYTE)).toBeInstanceOf(Flight);
});

test("a request gives back what it holds exactly once, whichever ends first, its connection or its commit", () => {
  const room = givenRoom();
  const [hungUp, answered, brokenOff] = [room.enter("a"), room.enter("a"), room.enter("a")].map(entered);
  for (const flight of [hungUp, answered]) {
    flight?.holdBytes(MEBIBYTE);
    expect(flight?.takePlace()).toBeNull();
  }
  brokenOff?.holdBytes(MEBIBYTE);

  brokenOff?.end();
  hungUp?.end();
  expect(room.held()).toMatchObject({ requests: 2, places: 2 }); // both bodies are still being written
  hungUp?.forgetBody();
  answered?.forgetBody();
  expect(room.held()).toMatchObject({ requests: 1, places: 1 }); // its answer is on its way
  answered?.end();
  for (const flight of [hungUp, answered, brokenOff]) flight?.end();
  expect([brokenOff?.holdBytes(1), brokenOff?.takePlace()]).toEqual([false, "busy"]); // what came behind its end

  expect(room.held()).toEqual({ requests: 0, places: 0, bytes: 0 });
});
