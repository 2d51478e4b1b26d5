import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { PageCursor } from "../../ui/list/list-url.ts";
import { readFullPage, stopReading, timesSlower } from "./read-full-page.ts";

const KEY = ["rows"];
const UNTIL = "2026-11-12T10:00:00.000Z";

interface Answer {
  count: number;
  models: string[];
  pagination: PageCursor & { read_until?: string };
}

function anAnswer(models: string[], pagination: Answer["pagination"]): Answer {
  return { count: models.length, models, pagination };
}

/** Reads into the cache as a query does, from answers by their cursor. */
function reading(
  answers: Record<string, Answer>,
  page: PageCursor = {},
  onAsk: (at: string) => void = () => {},
) {
  const client = new QueryClient();
  const asked: string[] = [];
  const read = async () => {
    const result = await readFullPage<Answer>({ client, queryKey: KEY }, page, async ({ next, prev }) => {
      const at = next ?? prev ?? "first";
      asked.push(at);
      onAsk(at);
      return answers[at] ?? anAnswer([], {});
    });
    client.setQueryData(KEY, result);
    return result;
  };
  return { client, asked, read };
}

const FORWARD = {
  first: anAnswer(["c"], { next: "n1", read_until: UNTIL }),
  n1: anAnswer([], { next: "n2", prev: "p1", read_until: UNTIL }),
  n2: anAnswer(["b", "a"], { prev: "p2" }),
};

test("asks on until the list ends; the page has the cursors of its two ends", async () => {
  const { read, asked } = reading(FORWARD);

  const page = await read();

  expect(asked).toEqual(["first", "n1", "n2"]);
  expect(page).toEqual({ count: 3, models: ["c", "b", "a"], pagination: {}, answers: 3 });
});

test("a page before is read towards the newest, and keeps the order of the list", async () => {
  const { read } = reading(
    {
      p9: anAnswer(["b"], { next: "n9", prev: "p8", read_until: UNTIL }),
      p8: anAnswer(["d", "c"], { next: "n8", prev: "p7" }),
    },
    { prev: "p9" },
  );

  const page = await read();

  expect(page).toMatchObject({ models: ["d", "c", "b"], pagination: { next: "n9", prev: "p7" } });
});

test("an answer that is full is not read on", async () => {
  const full = Array.from({ length: 100 }, (_row, at) => String(at));
  const { read, asked } = reading({ first: anAnswer(full, { next: "n1", read_until: UNTIL }) });

  await read();

  expect(asked).toEqual(["first"]);
});

test("rows are shown while they are found, and a later reading leaves them until it has all", async () => {
  const shown: unknown[] = [];
  const { client, read } = reading(FORWARD, {}, () => shown.push(client.getQueryData<Answer>(KEY)?.models));

  await read();
  await read();

  expect(shown).toEqual([undefined, ["c"], ["c"], ["c", "b", "a"], ["c", "b", "a"], ["c", "b", "a"]]);
});

test("a person who stops it keeps what was found, and a later reading goes no further", async () => {
  const { client, read, asked } = reading(FORWARD, {}, (at) => {
    if (at === "n1") stopReading(client, KEY);
  });

  const stopped = await read();
  const again = await read();

  expect(stopped).toMatchObject({ models: ["c"], isStopped: true, pagination: { next: "n1" } });
  expect(again).toEqual(stopped);
  expect(asked).toEqual(["first", "n1", "first"]);
});

test("a page of many answers is read less often, but not too seldom", () => {
  expect([undefined, { answers: 1 }, { answers: 4 }, { answers: 90 }].map(timesSlower)).toEqual([
    1, 1, 4, 12,
  ]);
});
