import { expect, test } from "vitest";
import {
  attemptId,
  attemptOfId,
  internalId,
  publicId,
  sourceIdOfToken,
  sourceToken,
  uuidBytes,
  uuidText,
} from "./ids.ts";

const UUID = "0197f3a2-1b2c-7d3e-8f40-516273849fff";

test("a public id leads back to the uuid it stands for", () => {
  expect(internalId("event", publicId("event", UUID))).toBe(UUID);
  expect(internalId("source", publicId("source", UUID))).toBe(UUID);
  expect(publicId("event", uuidBytes(UUID))).toBe(publicId("event", UUID));
});

test("the smallest and the largest uuid survive the round trip", () => {
  for (const uuid of ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"]) {
    expect(uuidText(uuidBytes(uuid))).toBe(uuid);
    expect(internalId("request", publicId("request", uuid))).toBe(uuid);
    expect(sourceIdOfToken(sourceToken(uuid))).toBe(uuid);
  }
});

test("ids sort by time as text", () => {
  const earlier = publicId("event", "0197f3a2-0000-7000-8000-000000000000");
  const later = publicId("event", "0197f3a3-0000-7000-8000-000000000000");
  expect(earlier < later).toBe(true);
});

test("an id of another kind, length or alphabet is not an id of this kind", () => {
  const id = publicId("event", UUID);
  expect(internalId("request", id)).toBeNull();
  expect(internalId("event", id.slice(0, -1))).toBeNull();
  expect(internalId("event", `${id.slice(0, -1)}-`)).toBeNull();
  expect(internalId("event", `evt_${"z".repeat(22)}`)).toBeNull();
  expect(internalId("event", "")).toBeNull();
});

test("both spellings of a destination id are accepted", () => {
  expect(internalId("destination", publicId("destination", UUID).replace("des_", "dst_"))).toBe(UUID);
});

test("a source URL works with the token, the whole id, and upper case", () => {
  expect(sourceIdOfToken(publicId("source", UUID))).toBe(UUID);
  expect(sourceIdOfToken(sourceToken(UUID).toUpperCase())).toBe(UUID);
  expect(sourceIdOfToken("healthz")).toBeNull();
});

test("an attempt's id leads back to its event and number", () => {
  for (const number of [1, 9, 61, 62, 3_844, 2 ** 31 - 1]) {
    expect(attemptOfId(attemptId(UUID, number))).toEqual({ event_id: UUID, attempt_number: number });
  }
  expect(attemptId(UUID, 62)).toBe(`${publicId("event", UUID).replace("evt_", "atm_")}10`);
});

test("what is no attempt's id, or a second spelling of one, is refused", () => {
  const first = attemptId(UUID, 1);
  for (const text of [
    "",
    publicId("event", UUID),
    first.slice(0, -1), // no number
    `${first.slice(0, -1)}0`, // number zero
    `${first.slice(0, -1)}01`, // leading zero
    `${first.slice(0, -1)}zzzzzz`, // more than 32 bits
    `${first}-`,
    `atm_${"z".repeat(22)}1`, // more than 128 bits
  ]) {
    expect(attemptOfId(text)).toBeNull();
  }
});
