import { expect, test } from "vitest";
import { eventIdBytes, newRequestIdBytes, uuidText } from "../ids.ts";
import { type UnfinishedWork, accountFor, marksOf } from "./unfinished.ts";

const NOTHING: UnfinishedWork = {
  storing: [],
  uncertain: [],
  unrouted: [],
  waiting: [],
  held: [],
  adoptions: 0,
};
/** From the oldest to the youngest. */
const [first, second, third] = [newRequestIdBytes(), newRequestIdBytes(), newRequestIdBytes()];
const [FIRST, SECOND] = [uuidText(first), uuidText(second)];

test("without anything unfinished the marks are now", () => {
  const { unfinishedFrom, unroutedFrom, adoptions } = marksOf({ ...NOTHING, adoptions: 3 });

  expect(unfinishedFrom > uuidText(third)).toBe(true);
  expect([unroutedFrom, adoptions]).toEqual([unfinishedFrom, 3]);
});

test.each([
  ["a request being stored", { storing: [{ id: second }, { id: first }] }],
  ["a request that may be stored", { uncertain: [SECOND, FIRST] }],
  ["a request whose rules are being asked", { unrouted: [{ id: second }, { id: first }] }],
])("%s holds both marks back", (_name, work) => {
  expect(marksOf({ ...NOTHING, ...work })).toMatchObject({ unfinishedFrom: FIRST, unroutedFrom: FIRST });
});

test.each([
  ["a request that waits in the database", { waiting: [SECOND, FIRST] }],
  ["a request that has waited and is being routed", { unrouted: [{ id: first, hasWaited: true }] }],
])("%s, however old, holds back only the mark of requests", (_name, work) => {
  const { unfinishedFrom, unroutedFrom } = marksOf({ ...NOTHING, ...work });

  expect([unroutedFrom, unfinishedFrom > uuidText(third)]).toEqual([FIRST, true]);
});

test("an event held from birth holds the mark of events back; a claimed one is found without it", () => {
  const held = [
    { id: eventIdBytes(first, 1), isClaimed: true },
    { id: eventIdBytes(second, 1), isClaimed: false },
  ];

  const { unfinishedFrom, unroutedFrom } = marksOf({ ...NOTHING, held });

  expect([unfinishedFrom, unroutedFrom > uuidText(third)]).toEqual([uuidText(eventIdBytes(second, 1)), true]);
});

test("an event is accounted for that is here, is being written or is being settled", () => {
  const [here, written, ended] = [first, second, third].map((request) => eventIdBytes(request, 1));
  const isKnown = accountFor({
    held: here ? [{ id: here }] : [],
    beingWritten: [{ id: second }],
    ending: new Set(ended ? [uuidText(ended)] : []),
  });

  expect([here, written, ended].map((id) => id && isKnown(uuidText(id)))).toEqual([true, true, true]);
  expect(isKnown(uuidText(eventIdBytes(first, 2)))).toBe(false);
});
