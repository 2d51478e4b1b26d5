import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { firstAnswers } from "./first-answers.ts";

/** A query that has started and is answered when `answer` is called. */
function askedFor(client: QueryClient, key: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  void client.prefetchQuery({ queryKey: [key], queryFn: () => promise });
  return resolve;
}

test("a page that asks for nothing is drawn at once", async () => {
  const turns: string[] = [];

  const drawn = firstAnswers(new QueryClient(), 60_000).then(() => turns.push("drawn"));
  setTimeout(() => turns.push("later"));
  await drawn;

  expect(turns).toEqual(["drawn"]);
});

test("the first frame waits for every answer", async () => {
  const client = new QueryClient();
  const [events, names] = [askedFor(client, "events"), askedFor(client, "names")];
  const known: unknown[] = [];
  const drawn = firstAnswers(client, 60_000).then(() =>
    known.push(client.getQueryData(["events"]), client.getQueryData(["names"])),
  );

  events("rows");
  await expect.poll(() => client.getQueryData(["events"])).toBe("rows");
  expect(known).toEqual([]);
  names("a name");
  await drawn;

  expect(known).toEqual(["rows", "a name"]);
});

test("an answer that fails is one too", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  void client.prefetchQuery({ queryKey: ["a"], queryFn: () => Promise.reject(new Error("no server")) });

  await firstAnswers(client, 60_000);

  expect(client.getQueryState(["a"])?.status).toBe("error");
});

test("slow data does not keep the frame back", async () => {
  const client = new QueryClient();
  askedFor(client, "events");

  await firstAnswers(client, 1);

  expect(client.isFetching()).toBe(1);
});
