import type { Source } from "@posthorn/contract/sources";
import { createRoute } from "@tanstack/react-router";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { aFirstPageOf, answerApi, aPageOf, type Answers, type TestApi } from "../api/test-api.ts";
import { aConnection } from "../connections/test-connections.ts";
import { openScreen } from "../test-screen.tsx";
import { NamesPickChip } from "./names-pick-chip.tsx";

function aSource(number: number): Source {
  return { ...aConnection(1).source, id: `src_${number}`, name: `shop-${String(number).padStart(4, "0")}` };
}
const THOUSAND = Array.from({ length: 1000 }, (_one, at) => aSource(at));

/** The server has a thousand sources, and finds by all words, as the real one does. */
const MANY: Answers = {
  "GET /2025-07-01/sources": (url) =>
    url.searchParams.has("id[0]")
      ? aPageOf(THOUSAND.filter(({ id }) => [...url.searchParams.values()].includes(id)))
      : aFirstPageOf(THOUSAND.slice(0, 250)),
  "GET /dashboard-api/sources": (url) => aPageOf(foundBy(url.searchParams.get("search") ?? "")),
};

function foundBy(search: string): Source[] {
  const words = search.toLowerCase().split(" ");
  return THOUSAND.filter(({ name }) => words.every((word) => name.includes(word)));
}

let api: TestApi;
afterEach(() => api.restore());

function Example({ initial }: { initial: string[] | undefined }) {
  const [values, setValues] = useState(initial);
  return <NamesPickChip label="Source" kind="source" values={values} onChange={setValues} />;
}

async function openChip(answers: Answers, initial?: string[]) {
  api = answerApi(answers);
  await openScreen("/", (app) => [
    createRoute({ getParentRoute: () => app, path: "/", component: () => <Example initial={initial} /> }),
  ]);
  await page.getByRole("button", { name: /^Source/ }).click();
  return page.getByRole("combobox", { name: "Search source" });
}

const options = () =>
  page
    .getByRole("option")
    .elements()
    .map((option) => option.textContent);

const searches = () =>
  api.asked.flatMap(({ call }) => {
    const url = new URL(call.replace("GET ", ""), "http://test");
    return url.pathname === "/dashboard-api/sources" ? [url.searchParams.get("search")] : [];
  });

test("one of a thousand is found by words of its name, and keeps its name", async () => {
  const input = await openChip(MANY);
  await expect
    .element(page.getByText("These are the first by name. Type to find others.", { exact: true }))
    .toBeVisible();

  await input.fill("0900 SHOP");
  await page.getByRole("option", { name: "shop-0900" }).click();
  await input.fill("0901");
  await page.getByRole("option", { name: "shop-0901" }).click();

  await expect.element(page.getByRole("button", { name: "Source shop-0900, shop-0901" })).toBeVisible();
  expect(searches()).toEqual(["0900 SHOP", "0901"]);
});

test("what is chosen has its name at once, and stands on top", async () => {
  await openChip(MANY, ["src_800"]);

  await expect.element(page.getByRole("button", { name: "Source shop-0800" })).toBeVisible();
  await expect.poll(() => options().slice(0, 2)).toEqual(["shop-0800", "shop-0000"]);
});

test("a project with one page asks nobody", async () => {
  const input = await openChip({ ...MANY, "GET /2025-07-01/sources": aPageOf(THOUSAND.slice(0, 250)) });

  await input.fill("0900");

  await expect.element(page.getByText("Nothing matches")).toBeVisible();
  await input.fill("0100");
  await expect.poll(options).toEqual(["shop-0100"]);
  expect(searches()).toEqual([]);
});

test("a search that takes its time says so, and the last words win", async () => {
  const answered = new Map<string, PromiseWithResolvers<object>>();
  const input = await openChip({
    ...MANY,
    "GET /dashboard-api/sources": (url) => {
      const search = url.searchParams.get("search") ?? "";
      const answer = Promise.withResolvers<object>();
      answered.set(search, answer);
      return answer.promise;
    },
  });

  await input.fill("0777");
  await expect.element(page.getByText("Searching…")).toBeVisible();
  await expect.poll(() => answered.has("0777")).toBe(true);
  await input.fill("0888");
  await expect.poll(() => answered.has("0888")).toBe(true);
  answered.get("0888")?.resolve(aPageOf(foundBy("0888")));
  answered.get("0777")?.resolve(aPageOf(foundBy("0777")));

  await expect.poll(options).toEqual(["shop-0888"]);
  await expect.element(page.getByText("Searching…")).not.toBeInTheDocument();
});

test("a search that fails is said in words, and the first names stay", async () => {
  const input = await openChip({
    ...MANY,
    "GET /dashboard-api/sources": () => Response.json({}, { status: 503 }),
  });

  await input.fill("0100");

  await expect
    .element(page.getByText("The others could not be searched. Change the words to try again."))
    .toBeVisible();
  expect(options()).toEqual(["shop-0100"]);
});
