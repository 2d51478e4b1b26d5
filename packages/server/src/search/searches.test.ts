import { expect, test } from "vitest";
import { createSearches, TooManySearchesError } from "./searches.ts";

function held() {
  const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
  return { until, letGo };
}

test("two steps run at a time, and the next begins when one ends", async () => {
  const searches = createSearches();
  const steps = [held(), held(), held()];
  const began: number[] = [];
  const runs = steps.map(({ until }, at) =>
    searches.run(async () => {
      began.push(at);
      await until;
    }),
  );
  await Promise.resolve();
  expect(began).toEqual([0, 1]);

  steps[1]?.letGo();
  await runs[1];
  await Promise.resolve();

  expect(began).toEqual([0, 1, 2]);
  for (const { letGo } of steps) letGo();
  await Promise.all(runs);
});

test("a step that fails leaves its place to the next", async () => {
  const searches = createSearches();
  const failing = () => searches.run(() => Promise.reject(new Error("lost")));

  await expect(Promise.all([failing(), failing(), failing()])).rejects.toThrow("lost");
  expect(await searches.run(async () => "found")).toBe("found");
});

test("whoever waits too long, or comes when too many wait, is told so", async () => {
  const searches = createSearches(undefined, 1);
  const slow = held();
  const running = [searches.run(() => slow.until), searches.run(() => slow.until)];

  await expect(searches.run(async () => "late")).rejects.toThrow(TooManySearchesError);
  const patient = createSearches();
  const patientSlow = held();
  const all = Array.from({ length: 52 }, () => patient.run(() => patientSlow.until));
  await expect(patient.run(async () => "one too many")).rejects.toThrow(TooManySearchesError);

  slow.letGo();
  patientSlow.letGo();
  await Promise.all([...running, ...all]);
});
