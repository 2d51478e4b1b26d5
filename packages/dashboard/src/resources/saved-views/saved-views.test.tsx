import type { SavedView } from "@posthorn/contract/saved-views";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../api/test-api.ts";
import { aSession } from "../connections/test-connections.ts";
import { openScreen } from "../test-screen.tsx";
import { SavedViews } from "./saved-views.tsx";
import { aView } from "./test-views.ts";

const LIST = "GET /dashboard-api/saved-views";
const CREATE = "POST /dashboard-api/saved-views";
const COUNT = "GET /dashboard-api/events/count";

const failed = aView(1, { name: "Failed today", filters: { status: ["FAILED"] } });
const held = aView(2, { name: "Held", filters: { status: ["HOLD"] } });
const SAVE = `PUT /dashboard-api/saved-views/${failed.id}`;

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  return ["events", "events/cli"].map((path) => {
    const route = createRoute({
      getParentRoute: () => app,
      path,
      validateSearch: (search: Record<string, unknown>) => search,
      component: function Events() {
        const search: Record<string, unknown> = route.useSearch();
        const { view_id, ...filters } = search;
        return (
          <main>
            <SavedViews
              resource="events"
              filters={filters}
              viewId={typeof view_id === "string" ? view_id : undefined}
              isCli={path === "events/cli"}
              queryOf={(stored, isOfCli) => ({ ...stored, ...(isOfCli && { cli_id: { any: true } }) })}
            />
          </main>
        );
      },
    });
    return route;
  });
}

async function open(address: string, answers: Answers = {}, role: "owner" | "viewer" = "owner") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    [LIST]: { models: [failed, held] },
    [COUNT]: (url: URL) =>
      url.search.includes("FAILED") ? { count: 214, is_more: false } : { count: 10_000, is_more: true },
    ...answers,
  });
  return openScreen(address, routes);
}

const OPEN = `/events?status[0]=FAILED&view_id=${failed.id}`;
const CHANGED = `/events?status[0]=FAILED&attempts[gte]=2&view_id=${failed.id}`;
const sent = (call: string) => api.asked.findLast((one) => one.call === call)?.body;

test("the views are links with counts, and the open one is marked", async () => {
  const { screen, router } = await open(OPEN);

  await expect
    .element(screen.getByRole("link", { name: "Failed today 214" }))
    .toHaveAttribute("aria-current", "page");
  const other = screen.getByRole("link", { name: "Held 10,000+" });
  await expect.element(other).toHaveAttribute("href", `/events?status[0]=HOLD&view_id=${held.id}`);
  await expect.element(screen.getByRole("link", { name: "CLI" })).toHaveAttribute("href", "/events/cli");

  await other.click();
  await expect.poll(() => router.state.location.search).toEqual({ status: ["HOLD"], view_id: held.id });
  await screen.getByRole("link", { name: "All" }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("changed filters are saved into the open view, with the version that was opened", async () => {
  const saved = { ...failed, filters: { status: ["FAILED"], attempts: { gte: "2" } } };
  const { screen } = await open(CHANGED, {
    [SAVE]: () => {
      api.answers[LIST] = { models: [saved, held] };
      return saved;
    },
  });
  await expect.element(screen.getByRole("img", { name: "Filters changed" })).toBeVisible();

  await screen.getByRole("button", { name: "Save", exact: true }).click();

  await expect.element(screen.getByText("View saved")).toBeVisible();
  expect(sent(SAVE)).toEqual({ filters: saved.filters });
  const button = screen.getByRole("button", { name: "Save", exact: true });
  await expect.element(button).toHaveAttribute("data-tooltip", "Nothing has changed");
});

test("without a filter there is nothing to save", async () => {
  const { screen } = await open("/events");

  await expect
    .element(screen.getByRole("button", { name: "Save as new" }))
    .toHaveAttribute("data-tooltip", "Choose a filter first.");
  expect(screen.getByRole("button", { name: "Save", exact: true }).elements()).toHaveLength(0);
});

test("filters are saved as a new view, whose name must be free", async () => {
  const created = aView(3, { name: "Stuck", filters: { status: ["QUEUED"] } });
  const taken = { code: "RESOURCE_ALREADY_EXISTS", status: 409, message: "Resource already exists" };
  const { screen, router } = await open("/events?status[0]=QUEUED", {
    [CREATE]: () => Response.json(taken, { status: 409 }),
  });
  await screen.getByRole("button", { name: "Save as new" }).click();
  const save = screen.getByRole("dialog").getByRole("button", { name: "Save" });

  await save.click();
  await expect.element(screen.getByText("Required")).toBeVisible();
  await screen.getByRole("textbox", { name: "Name" }).fill("Held");
  await save.click();
  await expect.element(screen.getByText("Name is already used.")).toBeVisible();
  api.answers[CREATE] = () => {
    api.answers[LIST] = { models: [failed, held, created] };
    return created;
  };
  await screen.getByRole("textbox", { name: "Name" }).fill(" Stuck ");
  await save.click();

  await expect.element(screen.getByText("View created")).toBeVisible();
  expect(sent(CREATE)).toEqual({
    resource: "events",
    name: "Stuck",
    filters: { status: ["QUEUED"] },
    is_cli: false,
  });
  await expect.poll(() => router.state.location.search).toEqual({ status: ["QUEUED"], view_id: created.id });
});

test("a view is renamed", async () => {
  const { screen } = await open(OPEN, { [SAVE]: { ...failed, name: "Failures" } });

  await screen.getByRole("button", { name: "View options" }).click();
  await screen.getByRole("menuitem", { name: "Rename…" }).click();
  await screen.getByRole("textbox", { name: "Name" }).fill("Failures");
  api.answers[LIST] = { models: [{ ...failed, name: "Failures" }, held] };
  await screen.getByRole("dialog").getByRole("button", { name: "Rename" }).click();

  await expect.element(screen.getByText("View renamed")).toBeVisible();
  expect(sent(SAVE)).toEqual({ name: "Failures" });
  await expect.element(screen.getByRole("link", { name: /^Failures/ })).toBeVisible();
});

test("a view is deleted after a question, and its filters stay", async () => {
  const remove = `DELETE /dashboard-api/saved-views/${failed.id}`;
  const { screen, router } = await open(OPEN, {
    [remove]: () => {
      api.answers[LIST] = { models: [held] };
      return { id: failed.id };
    },
  });

  await screen.getByRole("button", { name: "View options" }).click();
  await screen.getByRole("menuitem", { name: "Delete…" }).click();
  await expect.element(screen.getByText(/“Failed today” disappears for everybody/)).toBeVisible();
  await screen.getByRole("dialog").getByRole("button", { name: "Delete" }).click();

  await expect.element(screen.getByText("View deleted")).toBeVisible();
  await expect.poll(() => router.state.location.search).toEqual({ status: ["FAILED"] });
  expect(screen.getByText("This view does not exist any more").elements()).toHaveLength(0);
});

test("a view that somebody else has changed says so, and the person chooses", async () => {
  const theirs: SavedView = {
    ...failed,
    filters: { status: ["CANCELLED"] },
    updated_at: "2026-11-14T15:00:00.000Z",
  };
  const changed = { code: "CHANGED_MEANWHILE", status: 412, message: "Changed" };
  const { screen, router } = await open(CHANGED, {
    [SAVE]: () => {
      api.answers[LIST] = { models: [theirs, held] };
      return Response.json(changed, { status: 412 });
    },
  });

  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .element(screen.getByText("Somebody else has changed the filters of “Failed today”"))
    .toBeVisible();
  await screen.getByRole("button", { name: "Show the new filters" }).click();

  await expect
    .poll(() => router.state.location.search)
    .toEqual({ status: ["CANCELLED"], view_id: failed.id });
  await expect.poll(() => screen.getByText(/^Somebody else/).elements()).toHaveLength(0);
});

test("a rename by somebody else does not stand in the way of a save", async () => {
  const renamed = { ...failed, name: "Failures", updated_at: "2026-11-14T15:00:00.000Z" };
  const changed = { code: "CHANGED_MEANWHILE", status: 412, message: "Changed" };
  let tries = 0;
  const { screen } = await open(CHANGED, {
    [SAVE]: () => {
      api.answers[LIST] = { models: [renamed, held] };
      return ++tries === 1 ? Response.json(changed, { status: 412 }) : renamed;
    },
  });

  await screen.getByRole("button", { name: "Save", exact: true }).click();

  await expect.element(screen.getByText("View saved")).toBeVisible();
  expect(tries).toBe(2);
});

test("a link to a view that is gone says so and goes on with its filters", async () => {
  const { screen, router } = await open("/events?status[0]=FAILED&view_id=viw_9");

  await expect.element(screen.getByText("This view does not exist any more")).toBeVisible();
  await screen.getByRole("button", { name: "Go on without it" }).click();

  await expect.poll(() => router.state.location.search).toEqual({ status: ["FAILED"] });
});

test("the CLI view is not editable, but its filters can be saved as a new view", async () => {
  const { screen } = await open("/events/cli?status[0]=FAILED");

  await expect.element(screen.getByRole("link", { name: "CLI" })).toHaveAttribute("aria-current", "page");
  await expect
    .element(screen.getByRole("button", { name: "Save", exact: true }))
    .toHaveAttribute("data-tooltip", "The default CLI view is not editable");
  await expect
    .element(screen.getByRole("button", { name: "Save as new" }))
    .not.toHaveAttribute("aria-disabled", "true");
});

test("a view of the CLI opens there, and counts what goes to a CLI", async () => {
  const ofCli = aView(5, { name: "Laptops", is_cli: true });
  const { screen } = await open("/events", {
    [LIST]: { models: [ofCli] },
    [COUNT]: (url: URL) => ({
      count: url.searchParams.get("cli_id[any]") === "true" ? 7 : 0,
      is_more: false,
    }),
  });

  await expect
    .element(screen.getByRole("link", { name: "Laptops 7" }))
    .toHaveAttribute("href", `/events/cli?status[0]=FAILED&view_id=${ofCli.id}`);
});

test("with 250 views no other can be saved, and those without a tab are in a menu", async () => {
  const views = Array.from({ length: 250 }, (_, at) => aView(at, { name: `View ${at}` }));
  const { screen, router } = await open("/events?status[0]=QUEUED", { [LIST]: { models: views } });

  await expect
    .element(screen.getByRole("button", { name: "Save as new" }))
    .toHaveAttribute("data-tooltip", "Views limit reached");
  await screen.getByRole("button", { name: "245 more" }).click();
  await screen.getByRole("menuitem", { name: "View 7", exact: true }).click();

  await expect.poll(() => router.state.location.search).toEqual({ status: ["FAILED"], view_id: "viw_7" });
});

test("a viewer reads views and saves none", async () => {
  const { screen } = await open(CHANGED, {}, "viewer");

  for (const name of ["Save", "Save as new"])
    await expect
      .element(screen.getByRole("button", { name, exact: true }))
      .toHaveAttribute("data-tooltip", expect.stringContaining("member role"));
  expect(screen.getByRole("button", { name: "View options" }).elements()).toHaveLength(0);
});

test("views that cannot be loaded leave the list alone, and can be tried again", async () => {
  const { screen } = await open("/events", { [LIST]: () => new Response("", { status: 503 }) });

  await expect.element(screen.getByText("The views could not be loaded.")).toBeVisible();
  api.answers[LIST] = { models: [held] };
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByRole("link", { name: /^Held/ })).toBeVisible();
});
