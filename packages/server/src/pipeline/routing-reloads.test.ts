import { expect, test } from "vitest";
import { createAlarms } from "../alarms.ts";
import { createLog } from "../log.ts";
import { createRoutingReloads } from "./routing-reloads.ts";

/** Each read waits until the test ends it. */
function givenReloads() {
  const reads: { keys: readonly string[] | null; end: () => void; fail: () => void }[] = [];
  const lines: string[] = [];
  const alarms = createAlarms();
  let next = Promise.withResolvers<void>();
  const reloads = createRoutingReloads({
    read: (keys) =>
      new Promise((end, reject) => {
        reads.push({ keys, end, fail: () => reject(new Error("away")) });
        next.resolve();
        next = Promise.withResolvers();
      }),
    log: createLog((line) => lines.push(line)),
    alarms,
  });
  async function nthRead(number: number) {
    while (reads.length < number) await next.promise;
    const read = reads[number - 1];
    if (!read) throw new Error("the loop above waits for it");
    return read;
  }
  return { ...reloads, alarms, nthRead, reads, lines };
}

test("what is wanted while a read runs shares the next one", async () => {
  const { reload, nthRead, reads } = givenReloads();

  const first = reload("a");
  const running = await nthRead(1);
  const others = Promise.all([reload("b"), reload("c"), reload("b")]);
  running.end();
  await first;
  (await nthRead(2)).end();
  await others;

  expect(reads.map(({ keys }) => keys)).toEqual([["a"], ["b", "c"]]);
});

test("all sources include each of them", async () => {
  const { reload, nthRead, reads } = givenReloads();

  const all = Promise.all([reload("a"), reload()]);
  (await nthRead(1)).end();
  await all;

  expect(reads.map(({ keys }) => keys)).toEqual([null]);
});

test("it is up to date when everything wanted before was read, however many reads that takes", async () => {
  const { reload, upToDate, nthRead, reads } = givenReloads();
  await upToDate(); // nothing is wanted

  const rejected = expect(reload("a")).rejects.toThrow("away");
  const waited = upToDate();
  (await nthRead(1)).fail();
  await rejected;
  (await nthRead(2)).fail();
  const third = await nthRead(3);
  const later = reload("b");
  third.end();
  await waited;
  (await nthRead(4)).end();
  await later;

  expect(reads.map(({ keys }) => keys)).toEqual([["a"], ["a"], ["a"], ["b"]]);
});

test("many failures in a row are one line, and their end is one", async () => {
  const { reload, upToDate, alarms, nthRead, lines } = givenReloads();

  reload("a").catch(() => undefined); // the line below is about its failure
  for (const number of [1, 2, 3]) (await nthRead(number)).fail();
  const last = await nthRead(4);
  const whileFailing = Object.keys(alarms.active());
  last.end();
  await upToDate();

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "warn", event: "routing.reload_failed", error: { message: "away" } },
    { level: "info", event: "routing.reload_recovered" },
  ]);
  expect([whileFailing, Object.keys(alarms.active())]).toEqual([["reload_failed"], []]);
});
