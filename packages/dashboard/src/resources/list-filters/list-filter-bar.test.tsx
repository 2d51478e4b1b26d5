import { createRoute } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { idOf } from "../../ui/list/list-url.ts";
import { fields, listOf, yesNo } from "../../ui/read.ts";
import type { NumberRange } from "../../ui/list/number-range.ts";
import { answerApi, aPageOf, type Answers, type TestApi } from "../api/test-api.ts";
import { aConnection, aSession } from "../connections/test-connections.ts";
import { openScreen } from "../test-screen.tsx";
import { hasActive, type RequestValueFilters } from "./active-filters.ts";
import { linkedChip, yesNoChip } from "./choice-chips.tsx";
import { dateChip } from "./date-chip.tsx";
import type { DateChoice } from "./date-ranges.ts";
import { dateSearch } from "./date-search.ts";
import type { FilterChips } from "./filter-chip.ts";
import { numberRange, peopleOrAny, requestValueSearch } from "./filter-search.ts";
import { ListFilterBar } from "./list-filter-bar.tsx";
import { cliUserChip, namesChip, type People } from "./name-chips.tsx";
import { COUNTS, RESPONSE_STATUSES } from "./number-limits.ts";
import { countChip, responseStatusChip } from "./range-chips.tsx";
import { requestValueChips } from "./request-value-chips.tsx";
import { SearchTermBox } from "./search-term-box.tsx";

interface Filters extends RequestValueFilters {
  date?: DateChoice | undefined;
  source_id?: string[] | undefined;
  response_status?: NumberRange | undefined;
  attempts?: NumberRange | undefined;
  scheduled?: boolean | undefined;
  cli_user_id?: People | undefined;
  bulk_retry_id?: string[] | undefined;
}

const Search = fields({
  date: dateSearch(),
  source_id: listOf(idOf("src_")),
  response_status: numberRange(RESPONSE_STATUSES),
  attempts: numberRange(COUNTS),
  scheduled: yesNo,
  cli_user_id: peopleOrAny(),
  bulk_retry_id: listOf(idOf("bch_")),
  ...requestValueSearch(),
});

const CHIPS: FilterChips<Omit<Filters, "search_term">> = {
  date: dateChip,
  source_id: namesChip("Source", "source"),
  response_status: responseStatusChip,
  attempts: countChip("Attempts"),
  scheduled: yesNoChip("Scheduled attempts", { yes: "some", no: "none" }),
  cli_user_id: cliUserChip,
  ...requestValueChips,
  bulk_retry_id: linkedChip("Bulk retry"),
};

const stripe = aConnection(1).source;
const GRACE = "0199a0b4-0000-7000-8000-000000000001";

let api: TestApi;
let filters: Filters;

afterEach(() => api.restore());

function Example({ initial }: { initial: Filters }) {
  const [shown, setShown] = useState(initial);
  useLayoutEffect(() => {
    filters = JSON.parse(JSON.stringify(shown));
  });
  const change = (one: Partial<Filters>) => setShown({ ...shown, ...one });
  return (
    <main>
      <SearchTermBox
        label="Search things"
        value={shown.search_term}
        onChange={(search_term) => change({ search_term })}
      />
      <ListFilterBar
        route="/things"
        filters={shown}
        chips={CHIPS}
        always={["date"]}
        parse={(stored) => Search.parse(stored)}
        onChange={change}
        onClear={hasActive(shown) ? () => setShown({}) : undefined}
      />
    </main>
  );
}

async function openBar(initial: Filters = {}, answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("owner"),
    "GET /dashboard-api/cli-users": { models: [{ id: GRACE, name: "Grace" }] },
    "GET /2025-07-01/sources": (url: URL) =>
      aPageOf(url.searchParams.has("id[0]") ? [{ ...stripe, id: "src_far", name: "far-away" }] : [stripe]),
    ...answers,
  });
  const { screen } = await openScreen("/things", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "things",
      component: () => <Example initial={initial} />,
    }),
  ]);
  const add = async (label: string) => {
    await screen.getByRole("button", { name: "Filter", exact: true }).click();
    await screen.getByRole("menuitem", { name: label, exact: true }).click();
  };
  return { screen, add };
}

test("ids have names: from the list, one by one if they are not on it, or the chip says that it failed", async () => {
  const { screen } = await openBar({ source_id: [stripe.id, "src_far", "src_gone"] });

  await expect
    .element(screen.getByRole("button", { name: "Source stripe, far-away, Failed to fetch name" }))
    .toBeVisible();
  await screen.getByRole("button", { name: /^Source/ }).click();
  await screen.getByRole("option", { name: "Failed to fetch name" }).click();
  expect(filters.source_id).toEqual([stripe.id, "src_far"]);
});

test("a filter on one thing leads to its page, a filter on several leads nowhere", async () => {
  const { screen } = await openBar({ source_id: [stripe.id, "src_far"] });
  const link = screen.getByRole("link", { name: "Open source" });
  await expect.element(screen.getByRole("button", { name: "Source stripe, far-away" })).toBeVisible();
  expect(link.elements()).toHaveLength(0);

  await screen.getByRole("button", { name: /^Source/ }).click();
  await screen.getByRole("option", { name: "far-away" }).click();

  await expect.element(link).toHaveAttribute("href", `/sources/${stripe.id}`);
});

test("a name that cannot be loaded leaves the filter in place", async () => {
  const failing = { "GET /2025-07-01/sources": () => new Response("down", { status: 500 }) };
  const { screen } = await openBar({ source_id: ["src_1"] }, failing);

  await expect.element(screen.getByRole("button", { name: "Source Failed to fetch name" })).toBeVisible();
  await screen.getByRole("button", { name: "Clear source filter" }).click();
  expect(filters).toEqual({});
});

test("a range says what is wrong with each bound, and one press chooses a class", async () => {
  const { screen, add } = await openBar();
  await add("Response status");
  await expect.element(screen.getByRole("textbox", { name: "Minimum" })).toBeVisible();
  await screen.getByRole("textbox", { name: "Minimum" }).fill("199");
  await screen.getByRole("textbox", { name: "Maximum" }).fill("600");
  await userEvent.keyboard("{Enter}");

  await expect.element(screen.getByText("Minimum response status must be between 200 and 599")).toBeVisible();
  await expect.element(screen.getByText("Maximum response status must be between 200 and 599")).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Minimum" })).toHaveFocus();
  await screen.getByRole("button", { name: "5xx" }).click();

  await expect.element(screen.getByRole("button", { name: "Response status 5xx" })).toBeVisible();
  expect(filters).toEqual({ response_status: { gte: 500, lte: 599 } });
});

test("by keyboard alone: a count from the menu to the chip, and Escape drops an empty one", async () => {
  const { screen, add } = await openBar();
  await add("Attempts");
  await expect.element(screen.getByRole("textbox", { name: "Minimum" })).toHaveFocus();
  await userEvent.keyboard("2{Enter}");
  await expect.element(screen.getByRole("button", { name: "Attempts from 2" })).toBeVisible();

  await add("Path");
  await userEvent.keyboard("{Escape}");

  await expect.poll(() => screen.getByRole("button", { name: /^Path/ }).elements()).toHaveLength(0);
  expect(filters).toEqual({ attempts: { gte: 2 } });
});

test("values of requests are checked before they are a filter", async () => {
  const { screen, add } = await openBar();
  await add("Headers");
  const box = screen.getByRole("textbox", { name: "Headers" });
  await expect.element(box).toHaveFocus();
  await box.fill("{");
  await screen.getByRole("button", { name: "Apply" }).click();
  await expect.element(screen.getByText("Invalid JSON")).toBeVisible();
  await box.fill("[]");
  await screen.getByRole("button", { name: "Apply" }).click();
  await expect.element(screen.getByText("Headers must be an object")).toBeVisible();
  await box.fill('{"a": 1}');
  await userEvent.keyboard("{Control>}{Enter}{/Control}");

  await expect.element(screen.getByRole("button", { name: 'Headers {"a": 1}' })).toBeVisible();
  expect(filters).toEqual({ headers: '{"a": 1}' });
});

test("a search is off below three characters, and says so", async () => {
  const { screen } = await openBar({ search_term: "refund" });
  const box = screen.getByRole("searchbox", { name: "Search things" });
  await expect.element(box).toHaveValue("refund");

  await box.fill("re");

  await expect.element(screen.getByText("Search term must be at least 3 characters")).toBeVisible();
  await expect.poll(() => filters).toEqual({});
  await expect.element(box).toHaveValue("re");
  await box.fill("ret");
  await expect.poll(() => filters).toEqual({ search_term: "ret" });
  expect(screen.getByText("Search term must be at least 3 characters").elements()).toHaveLength(0);
});

test("presence, people and links each have their chip", async () => {
  const { screen, add } = await openBar({ bulk_retry_id: ["bch_1"] });
  await expect.element(screen.getByText("bch_1")).toBeVisible();
  await add("Scheduled attempts");
  await screen.getByRole("menuitemradio", { name: "none" }).click();
  await add("CLI user");
  await screen.getByRole("menuitemcheckbox", { name: "Grace" }).click();
  expect(filters).toEqual({ bulk_retry_id: ["bch_1"], scheduled: false, cli_user_id: [GRACE] });

  await screen.getByRole("menuitemcheckbox", { name: "Any user" }).click();
  expect(filters.cli_user_id).toBe("any");
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("button", { name: "Clear", exact: true }).click();

  expect(filters).toEqual({});
});

test("filters of late are offered again, junk in the storage is not", async () => {
  const first = await openBar();
  await first.add("Attempts");
  await expect.element(first.screen.getByRole("textbox", { name: "Minimum" })).toHaveFocus();
  await userEvent.keyboard("2{Enter}");
  await expect.poll(() => filters).toEqual({ attempts: { gte: 2 } });
  const stored = window.localStorage.getItem("posthorn.preferences") ?? "";
  window.localStorage.setItem(
    "posthorn.preferences",
    stored.replace('"/things":[', '"/things":[{"name":"source_id","value":7},{"name":"no","value":1},'),
  );
  window.dispatchEvent(new StorageEvent("storage", { key: "posthorn.preferences" }));
  await first.screen.unmount();
  api.restore();

  const { screen } = await openBar();
  await screen.getByRole("button", { name: "Filter", exact: true }).click();
  await expect.element(screen.getByText("Recent filters")).toBeVisible();
  await screen.getByRole("menuitem", { name: "Attempts from 2" }).click();

  expect(filters).toEqual({ attempts: { gte: 2 } });
});

test("at 360 px a box stays on the screen", async () => {
  const { screen, add } = await openBar();
  await page.viewport(360, 640);
  onTestFinished(() => page.viewport(1280, 800));
  await add("Body");
  await expect.element(screen.getByRole("textbox", { name: "Body" })).toBeVisible();

  const { left, right } = screen
    .getByRole("region", { name: "Body filter" })
    .element()
    .getBoundingClientRect();

  expect([left >= 0, right <= 360]).toEqual([true, true]);
});
