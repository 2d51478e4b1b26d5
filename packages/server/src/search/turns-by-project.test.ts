import { expect, test } from "vitest";
import { TooManyWaitingError, createTurnsByProject } from "./turns-by-project.ts";

const LIMITS = { atOnce: 3, atOncePerProject: 2, waitingPerProject: 2, waitAtMostMs: 3_600_000 };

/** Work of a project that goes on until it is let go; `began` has the names of what has begun. */
function workIn(turns: ReturnType<typeof createTurnsByProject>) {
  const began: string[] = [];
  const letGo = new Map<string, () => void>();
  const ended = new Map<string, Promise<void>>();
  return {
    began,
    start(team_id: string, name: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      letGo.set(name, resolve);
      const run = turns.run(team_id, () => {
        began.push(name);
        return promise;
      });
      ended.set(name, run);
      return run;
    },
    async end(name: string) {
      letGo.get(name)?.();
      await ended.get(name);
    },
  };
}

test("a project that has its turns waits, and another goes past it", async () => {
  const work = workIn(createTurnsByProject(LIMITS));

  for (const name of ["a1", "a2", "a3"]) void work.start("a", name);
  void work.start("b", "b1");
  await Promise.resolve();
  expect(work.began).toEqual(["a1", "a2", "b1"]);

  await work.end("b1"); // a place for all, but not for `a`
  expect(work.began).toEqual(["a1", "a2", "b1"]);
  await work.end("a1");
  expect(work.began).toEqual(["a1", "a2", "b1", "a3"]);
});

test("where all places are taken, whoever came first and may go is next", async () => {
  const work = workIn(createTurnsByProject(LIMITS));
  for (const name of ["a1", "a2"]) void work.start("a", name);
  for (const name of ["b1", "b2"]) void work.start("b", name);
  void work.start("c", "c1");
  await Promise.resolve();

  await work.end("a1");
  await work.end("a2");

  expect(work.began).toEqual(["a1", "a2", "b1", "b2", "c1"]);
});

test("work that fails leaves its place to the next", async () => {
  const turns = createTurnsByProject({ ...LIMITS, atOncePerProject: 1 });
  const failing = () => turns.run("a", () => Promise.reject(new Error("lost")));

  await expect(Promise.all([failing(), failing()])).rejects.toThrow("lost");
  expect(await turns.run("a", async () => "found")).toBe("found");
});

test("whoever waits too long, or comes when too many of the project wait, is told so before anything begins", async () => {
  const work = workIn(createTurnsByProject(LIMITS));
  for (const name of ["a1", "a2", "a3", "a4"]) void work.start("a", name);
  await expect(work.start("a", "a5")).rejects.toThrow(TooManyWaitingError);

  const hurried = workIn(createTurnsByProject({ ...LIMITS, waitAtMostMs: 1 }));
  for (const name of ["a1", "a2"]) void hurried.start("a", name);
  await expect(hurried.start("a", "a3")).rejects.toThrow(TooManyWaitingError);
  expect([work.began, hurried.began]).toEqual([
    ["a1", "a2"],
    ["a1", "a2"],
  ]);
});
