import { expect, test } from "vitest";
import { createQuotas } from "./quotas.ts";

const ORGANIZATION = "01900000-0000-7000-8000-000000000001";

function given(max_events = 10) {
  let nowMs = 1_000;
  const quotas = createQuotas(() => nowMs);
  const limited = (most: number | null) => quotas.of({ organization_id: ORGANIZATION, max_events: most });
  const quota = limited(max_events);
  if (!quota) throw new Error("expected a quota");
  return { quotas, quota, limited, pass: (ms: number) => (nowMs += ms) };
}

test("what was read and what was made since are the quota, and a new read replaces both", () => {
  const { quota } = given(10);
  quota.add(3);
  quota.read({ events: 8, endsInMs: 60_000 });

  expect(quota.isUsedUp()).toBe(false);
  quota.add(1);
  expect(quota.isUsedUp()).toBe(false);
  quota.add(1);
  expect(quota.isUsedUp()).toBe(true);
  quota.read({ events: 9, endsInMs: 60_000 });
  expect(quota.isUsedUp()).toBe(false);
});

test("nothing is rejected before the first read, and after the period's end", () => {
  const { quota, pass } = given(10);
  quota.add(100);
  expect(quota.isUsedUp()).toBe(false);

  quota.read({ events: 10, endsInMs: 59_500 });
  expect([quota.isUsedUp(), quota.secondsLeft()]).toEqual([true, 60]);
  pass(59_499);
  expect([quota.isUsedUp(), quota.secondsLeft()]).toEqual([true, 1]);
  pass(1);
  expect(quota.isUsedUp()).toBe(false);
});

test("a limit that is raised opens at once, for all sources of the organization", () => {
  const { quota, limited } = given(10);
  quota.read({ events: 10, endsInMs: 60_000 });

  expect(limited(20)).toBe(quota);
  expect(quota.isUsedUp()).toBe(false);
  expect(limited(null)).toBeNull();
});

test("a quota is read when it is new, after each use and after its limit changed, and then not again", () => {
  const { quotas, quota, limited } = given(10);
  const isWanted = () => quotas.takeWanted().length > 0;
  const uses = [() => quota.isUsedUp(), () => quota.add(1), () => limited(11), () => quota.wantAgain()];

  expect([isWanted(), isWanted()]).toEqual([true, false]);
  for (const use of uses) {
    use();
    expect([isWanted(), isWanted()]).toEqual([true, false]);
  }
  limited(11);
  expect(isWanted()).toBe(false);
});
