import { expect, test } from "vitest";
import { RECENT_FILTERS_AT_MOST, withRecent, type RecentFilter } from "./recent-filters.ts";

const failed: RecentFilter = { name: "status", value: ["FAILED"] };

test("the newest comes first and is kept once", () => {
  const attempts = { name: "attempts", value: { gte: 2 } };

  expect(withRecent([attempts, failed], { name: "status", value: ["FAILED"] })).toEqual([failed, attempts]);
});

test("the steps on the way to several values are not kept", () => {
  const both = { name: "status", value: ["FAILED", "HOLD"] };

  expect(withRecent([failed], both)).toEqual([both]);
  expect(withRecent([{ name: "source_id", value: ["FAILED"] }], both)).toHaveLength(2);
});

test("only so many are kept", () => {
  const many = Array.from({ length: 30 }, (_, number) => ({ name: "path", value: `/${number}` }));
  const recent = many.reduce<RecentFilter[]>((list, one) => withRecent(list, one), []);

  expect(recent).toHaveLength(RECENT_FILTERS_AT_MOST);
  expect(recent[0]).toEqual(many.at(-1));
});
