import { expect, test } from "vitest";
import { leaveRoom, takeRoom } from "./reply-rooms.ts";

const MIB = 2 ** 20;

test("a buffer that was left is taken again, by one at a time", () => {
  const first = takeRoom(MIB);
  const second = takeRoom(MIB);
  leaveRoom(first);

  expect(takeRoom(MIB - 1) === first).toBe(true);
  const third = takeRoom(MIB);
  expect(third === first || third === second).toBe(false);
});

test("short and very long ones are not kept, and of the others two", () => {
  const rooms = [1000, 5 * MIB, MIB, MIB, MIB].map(takeRoom);
  const [short, long, oldest, older, newest] = rooms;
  rooms.forEach(leaveRoom);

  // Compared by identity: to compare megabytes takes long.
  expect(takeRoom(1000) === short).toBe(false);
  expect(takeRoom(5 * MIB) === long).toBe(false);
  expect(takeRoom(MIB) === older).toBe(true);
  expect(takeRoom(MIB) === newest).toBe(true);
  expect(takeRoom(MIB) === oldest).toBe(false);
});
