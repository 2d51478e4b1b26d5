import { expect, test, vi } from "vitest";
import { createUnknownSources } from "./unknown-sources.ts";

/** A database whose sources and answers the test decides. */
function given(existing: readonly string[] = []) {
  const sources = new Set(existing);
  const statements: string[][] = [];
  let nowMs = 1_000;
  let hold: Promise<void> | null = null;
  const unknown = createUnknownSources({
    async findExisting(keys) {
      statements.push([...keys]);
      const seen = new Set(sources); // what a statement sees is decided when it begins
      await hold;
      return seen;
    },
    nowMs: () => nowMs,
  });
  return {
    ...unknown,
    sources,
    statements,
    later: (ms: number) => (nowMs += ms),
    /** From now on statements do not return until the result is called. */
    holdStatements: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return () => {
        hold = null;
        resolve();
      };
    },
  };
}

const keysFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => `${first + at}`);

test("ids that are asked for together cost one statement, and those that come meanwhile one more", async () => {
  const { existence, statements, holdStatements } = given(["7"]);
  const goOn = holdStatements();

  const first = keysFrom(0, 500).map(existence);
  await Promise.resolve();
  const second = keysFrom(500, 400).map(existence);
  goOn();
  const answers = await Promise.all([...first, ...second]);

  expect(statements.map(({ length }) => length)).toEqual([500, 400]);
  expect(answers.flatMap((answer, key) => (answer === "absent" ? [] : [key, answer]))).toEqual([
    7,
    "possible",
  ]);
});

test("an absent id is remembered for a second, and the thousands that come after it take its place", async () => {
  const { existence, statements, later } = given();

  await existence("a");
  later(999);
  await existence("a");
  expect(statements).toEqual([["a"]]);
  later(1);
  await existence("a");
  expect(statements).toEqual([["a"], ["a"]]);
  for (let first = 0; first < 10_000; first += 1_000)
    await Promise.all(keysFrom(first, 1_000).map(existence));
  await existence("a");

  expect(statements).toHaveLength(13);
  expect(statements.at(-1)).toEqual(["a"]);
});

test("a source that was created after it was absent is found as soon as it is announced", async () => {
  const { existence, changed, sources } = given();

  await existence("a");
  sources.add("a");
  changed("a");

  expect(await existence("a")).toBe("possible");
});

test("a source that is announced while a statement that began before it runs is not taken for absent", async () => {
  const { existence, changed, sources, holdStatements } = given();
  const goOn = holdStatements();

  const asked = existence("a");
  await Promise.resolve();
  sources.add("a");
  changed("a");
  goOn();

  expect([await asked, await existence("a")]).toEqual(["possible", "possible"]);
});

test("announcements that were lost while nothing listened leave nothing absent", async () => {
  const { existence, allChanged, sources, statements, holdStatements } = given();
  await existence("a");
  const goOn = holdStatements();

  const asked = existence("b");
  await vi.waitUntil(() => statements.length === 2, { timeout: 20_000 }); // a turn after the first
  sources.add("a").add("b");
  allChanged();
  goOn();

  expect([await asked, await existence("a")]).toEqual(["possible", "possible"]);
});

test("of more ids than a statement may have the last are not asked for", async () => {
  const { existence, holdStatements, statements } = given();
  const goOn = holdStatements();

  const running = existence("first");
  await Promise.resolve();
  const waiting = keysFrom(0, 1_001).map(existence);
  goOn();

  await running;
  expect((await Promise.all(waiting)).filter((answer) => answer === "busy")).toHaveLength(1);
  expect(statements.map(({ length }) => length)).toEqual([1, 1_000]);
});

test("a statement that fails fails its own callers only", async () => {
  let isDown = true;
  const { existence } = createUnknownSources({
    findExisting: () => (isDown ? Promise.reject(new Error("down")) : Promise.resolve(new Set<string>())),
  });

  await expect(existence("a")).rejects.toThrow("down");
  isDown = false;

  expect(await existence("a")).toBe("absent");
});
