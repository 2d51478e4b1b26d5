import { compileRequestFilter } from "@posthorn/contract/filter/request-filter";
import { afterEach, expect, test } from "vitest";
import { createLog } from "../../log.ts";
import { QUICK_STEPS, STEPS_PER_REQUEST } from "./filter-costs.ts";
import { type FilterThread, createFilterThread } from "./filter-thread.ts";
import { viewOf } from "./request-view.ts";

const started: FilterThread[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((thread) => thread.stop()));
});

function givenThread(limits: { heapMb?: number } = {}) {
  const lines: string[] = [];
  const thread = createFilterThread({ log: createLog((line) => lines.push(line)), ...limits });
  started.push(thread);
  return { thread, lines };
}

function givenView(body: unknown) {
  return viewOf({
    method: "POST",
    path: "/orders",
    query: "kind=new",
    headers: ["Content-Type", "application/json", "X-Shop", "berlin"],
    client_ip: null,
    body: Buffer.from(JSON.stringify(body)), // a part of a larger buffer, as bodies from a socket are
  });
}

function asks(view: ReturnType<typeof givenView>, schemas: Parameters<typeof compileRequestFilter>[0]) {
  return Object.entries(compileRequestFilter(schemas)).map(([part, filter]) => ({
    teamKey: "team",
    view,
    // The names come from FILTER_PARTS.
    part: part as "body" | "headers" | "path" | "query",
    filter,
  }));
}

test("the thread answers for each part what the event loop would", async () => {
  const { thread } = givenThread();
  const [order, refund] = [givenView({ type: "order", items: [1, 2] }), givenView({ type: "refund" })];
  const wanted = {
    body: { type: { $neq: "refund" } },
    headers: { "x-shop": "berlin" },
    path: { $startsWith: "/o" },
    query: { kind: "old" },
  };

  const answers = await Promise.all(
    [...asks(order, wanted), ...asks(refund, wanted), ...asks(order, { body: { items: 2 } })].map(
      thread.matches,
    ),
  );

  expect(answers).toEqual([true, true, true, false, false, true, true, false, true]);
});

test("a match that takes too many steps is a no, and a request that has used its share gets few for each further one", async () => {
  const { thread } = givenThread();
  const view = givenView({ items: Array.from({ length: 9_000 }, (_item, at) => at), last: 1 });
  const items = { $or: Array.from({ length: 150 }, (_one, at) => ({ $eq: -1 - at })) };
  const costly = asks(view, { body: { $not: { items } } });

  const before = await Promise.all(costly.map(thread.matches));
  view.costs.inThread = STEPS_PER_REQUEST;
  const after = await Promise.all([...costly, ...asks(view, { body: { last: 1 } })].map(thread.matches));

  expect([before, after]).toEqual([[false], [false, true]]);
  expect(view.costs.inThread - STEPS_PER_REQUEST).toBeLessThan(2 * QUICK_STEPS);
});

test("a request that takes more memory than the thread has is a no, and the next one is decided", async () => {
  const { thread, lines } = givenThread({ heapMb: 16 });
  const huge = givenView(Array.from({ length: 1_000_000 }, () => []));

  const answers = await Promise.all(
    [...asks(huge, { body: { $not: { a: 1 } } }), ...asks(givenView({ a: 1 }), { body: { a: 1 } })].map(
      thread.matches,
    ),
  );

  expect(answers).toEqual([false, true]);
  expect(lines.filter((line) => line.includes("filter.thread_died"))).toHaveLength(2);
});

test("a stop leaves what is not decided to the process that takes over", async () => {
  const { thread } = givenThread();
  const ask = () => Promise.all(asks(givenView({ a: 1 }), { body: { a: 1 } }).map(thread.matches));
  const [waiting] = await Promise.all([Promise.allSettled([ask()]), thread.stop()]);

  expect(waiting).toMatchObject([{ status: "rejected" }]);
  await expect(ask()).rejects.toThrow("The process stops");
});
