import { expect, test } from "vitest";
import {
  createdAt,
  eventIdBytes,
  eventIdRange,
  firstIdAt,
  newId,
  newIdBytes,
  newRequestIdBytes,
  requestIdOfEvent,
  uuidText,
} from "./ids.ts";

test("ids made in a row are in order, also within one millisecond and when the clock goes back", () => {
  const now = Date.now() + 60_000;
  const ids = [now, now, now - 5_000, now, now + 1].map((at) => uuidText(newIdBytes(at)));

  expect(ids.toSorted()).toEqual(ids);
});

test("more ids than a millisecond can number are still in order and unique", () => {
  const at = Date.now() + 120_000;
  const ids = Array.from({ length: 10_000 }, () => uuidText(newIdBytes(at)));

  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an event's id leads back to its request and lies in its range", () => {
  const request = newRequestIdBytes();
  const event = uuidText(eventIdBytes(request, 7));
  const range = eventIdRange(uuidText(request));

  expect(requestIdOfEvent(event)).toBe(uuidText(request));
  expect(event > range.above && event <= range.upTo).toBe(true);
});

test("an id tells when it was made, and a date tells which ids came after it", () => {
  const at = Date.parse("2031-05-06T07:08:09.123Z");
  const id = uuidText(newIdBytes(at));

  expect(createdAt(id)).toBe("2031-05-06T07:08:09.123Z");
  expect(firstIdAt(at) <= id).toBe(true);
  expect(firstIdAt(at + 1) > id).toBe(true);
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
