/** Quick hands on the list of events: ticks and what is done with them, keys, ids, and a server that goes away. */
import type { Event } from "@posthorn/contract/events";
import { publicId } from "@posthorn/contract/ids";
import { createRoute, useNavigate, useSearch, type AnyRoute } from "@tanstack/react-router";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { anOperation } from "../../resources/bulk/test-operations.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { anEvent } from "../../resources/events/test-events.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { currentScopes } from "../../ui/shortcuts/shortcut-scopes.ts";
import { EventsScreen } from "./events-screen.tsx";
import { EventsSearch } from "./events-url.ts";
import { aPage } from "./test-events.ts";

const EVENTS = "GET /2025-07-01/events";
const RETRY = "POST /2025-07-01/bulk/events/retry";
const connection = aConnection(1);

function given(number: number, change: Partial<Event> = {}): Event {
  return anEvent(number, { webhook_id: connection.id, ...change });
}

const refused = given(4, { status: "FAILED", response_status: null, error_code: "CONNECTION_REFUSED" });
const failed = given(3, { status: "FAILED", response_status: 503, attempts: 2 });
const delayed = given(2, { status: "SCHEDULED", response_status: null, attempts: 0 });
const pending = given(1, { status: "QUEUED", response_status: null, attempts: 0 });
const all = [refused, failed, delayed, pending];

let api: TestApi;
afterEach(() => {
  api.restore();
  window.localStorage.clear();
});

function Screen() {
  const search = EventsSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  return (
    <EventsScreen
      layout="http"
      search={search}
      onSearch={(next, how) => void navigate({ to: ".", search: next, replace: how === "replace" })}
    />
  );
}

async function open(address = "/events", answers: Answers = {}, role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /2025-07-01/connections": aPageOf([connection]),
    "GET /dashboard-api/saved-views": { models: [], count: 0 },
    "GET /dashboard-api/bulk-operations": aPageOf([]),
    "GET /2025-07-01/bookmarks": aPageOf([]),
    [EVENTS]: aPage(all),
    ...Object.fromEntries(all.map((event) => [`${EVENTS}/${event.id}`, event])),
    ...answers,
  });
  const opened = await openScreen(address, (app: AnyRoute) => [
    createRoute({ getParentRoute: () => app, path: "events", component: Screen }),
    createRoute({ getParentRoute: () => app, path: "$", component: () => <p>Another page</p> }),
  ]);
  await expect.poll(() => document.querySelectorAll("[data-event-id]").length).toBeGreaterThan(0);
  return opened;
}

function row(event: Event): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-event-id="${event.id}"]`);
  if (!found) throw new Error(`No row for ${event.id}`);
  return found;
}

function tickedRows(): Event[] {
  return all.filter((event) => row(event).querySelector<HTMLInputElement>("input")?.checked === true);
}

/** As when the person comes back from another tab. */
function comeBack(): void {
  window.dispatchEvent(new CustomEvent("visibilitychange"));
}

/** What the sheet of shortcuts lists. */
function listed(): string[][] {
  return currentScopes().flatMap(({ shortcuts }) => shortcuts.map(({ keys, label }) => [keys, label]));
}

function away(): Response {
  return new Response("down", { status: 502 });
}

function posted(call: string): unknown[] {
  return api.asked.filter((asked) => asked.call === call).map(({ body }) => body);
}

describe("ticked events", () => {
  test("a click with Shift ticks the range, and the foot says what can be done to how many", async () => {
    const { screen } = await open();
    const boxes = screen.getByRole("checkbox", { name: /^Select event of/ });

    await boxes.nth(0).click();
    await boxes.nth(3).click({ modifiers: ["Shift"] });

    expect(tickedRows()).toEqual(all);
    const selection = screen.getByRole("region", { name: "Selection" });
    await expect.element(selection.getByText("4 selected")).toBeVisible();
    await expect.element(selection.getByRole("button", { name: "Retry 2" })).toBeVisible();
    await expect.element(selection.getByRole("button", { name: "Cancel 2" })).toBeVisible();
    await expect
      .element(screen.getByRole("checkbox", { name: "Select all events on this page" }))
      .toBeChecked();
    expect(document.querySelector("[aria-label=Event]")).toBeNull();

    await boxes.nth(2).click();
    await boxes.nth(3).click();
    const nothing = selection.getByRole("button", { name: "Cancel 0" });
    await expect.element(nothing).toHaveAttribute("aria-disabled", "true");
    await expect
      .element(selection.getByRole("link", { name: "Compare 2" }))
      .toHaveAttribute("href", `/events/${refused.id}?compare_with=${failed.id}`);
    await selection.getByRole("button", { name: "Clear selection" }).click();
    expect(tickedRows()).toEqual([]);
  });

  test("stay while new events arrive, and end with the filter", async () => {
    const { screen, router } = await open();
    await screen.getByRole("checkbox", { name: "Select all events on this page" }).click();
    await userEvent.hover(screen.getByRole("heading", { name: "Events" }));

    api.answers[EVENTS] = aPage([given(5), ...all]);
    comeBack();
    await expect.element(screen.getByRole("button", { name: "1 new" })).toBeVisible();
    await expect.element(screen.getByText("Live · held")).toBeVisible();
    expect(tickedRows()).toEqual(all);

    await router.navigate({ to: "/events", search: { status: ["FAILED"] } });
    await expect.poll(() => document.querySelectorAll("[data-event-id]").length).toBe(5);
    expect(screen.getByText("4 selected").elements()).toHaveLength(0);
    await router.navigate({ to: "/events", search: {} });
    await expect.poll(() => screen.getByRole("button", { name: "Status any" }).elements()).toHaveLength(1);
    expect(tickedRows()).toEqual([]);
  });

  test("are retried together: shown at once, taken back when the server refuses", async () => {
    const answer = Promise.withResolvers<Response>();
    const { screen } = await open("/events", { [RETRY]: () => answer.promise });
    await screen.getByRole("checkbox", { name: "Select all events on this page" }).click();

    await screen.getByRole("button", { name: "Retry 2" }).click();
    await expect.poll(() => row(failed).textContent).toContain("Pending");
    expect(posted(RETRY)).toEqual([{ query: { id: [refused.id, failed.id] } }]);
    answer.resolve(
      Response.json({ code: "UNPROCESSABLE_ENTITY", status: 422, message: "No" }, { status: 422 }),
    );

    await expect.element(screen.getByText("Events failed to queue for retry")).toBeVisible();
    await expect.poll(() => row(failed).textContent).toContain("Failed 503");
    expect(row(delayed).textContent).toContain("Delayed");
  });

  test("are retried although their automatic retry is planned; delivered ones only alone, and after a question", async () => {
    const planned = { ...failed, next_attempt_at: "2030-01-01T00:00:00.000Z" };
    const delivered = given(9, { status: "SUCCESSFUL", response_status: 200 });
    const { screen } = await open("/events", {
      [EVENTS]: aPage([delivered, planned]),
      [RETRY]: anOperation(1, { estimated_count: 1, completed_count: 1 }),
    });
    await screen.getByRole("checkbox", { name: "Select all events on this page" }).click();
    await screen.getByRole("button", { name: "Retry 1" }).click();
    await expect.element(screen.getByText("Events queued for retry")).toBeVisible();
    expect(posted(RETRY)).toEqual([{ query: { id: [planned.id] } }]);

    await screen
      .getByRole("checkbox", { name: /^Select event of/ })
      .nth(1)
      .click();
    await screen.getByRole("button", { name: "Retry 1" }).click();
    await expect
      .element(screen.getByText("The destination has this event. It will get it a second time."))
      .toBeVisible();
    expect(posted(RETRY)).toHaveLength(1);
    await screen.getByRole("button", { name: "Send 1 again" }).click();
    await expect
      .poll(() => posted(RETRY))
      .toEqual([{ query: { id: [planned.id] } }, { query: { id: [delivered.id] } }]);
  });

  test("one toast says how many could not be retried, and why", async () => {
    const operation = anOperation(1, { estimated_count: 2, completed_count: 1, failed_count: 1 });
    const { screen } = await open("/events", { [RETRY]: operation });
    await screen.getByRole("checkbox", { name: "Select all events on this page" }).click();

    await screen.getByRole("button", { name: "Retry 2" }).click();

    await expect.element(screen.getByText("1 of 2 events could not be retried")).toBeVisible();
    await expect.element(screen.getByText(/^Their connection is disabled or deleted/)).toBeVisible();
  });

  test("are not for viewers to act on, and the buttons say why", async () => {
    const { screen } = await open("/events", {}, "viewer");
    await screen.getByRole("checkbox", { name: "Select all events on this page" }).click();

    await expect
      .element(screen.getByRole("button", { name: "Retry 2" }))
      .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
    await userEvent.keyboard("rc");
    expect(api.asked.filter(({ call }) => !call.startsWith("GET"))).toEqual([]);
  });
});

describe("the keys", () => {
  /** C4 of the keyboard map, as far as the list has it; the shell has `g`, `?` and Mod+K. */
  const LISTED = [
    ["j", "Next event"],
    ["k", "Previous event"],
    ["ArrowDown", "Next event"],
    ["ArrowUp", "Previous event"],
    ["/", "Filter events"],
    ["f", "Filter"],
    ["x", "Select event"],
    ["Shift+j", "Select up to the next event"],
    ["Shift+k", "Select up to the previous event"],
    ["Shift+ArrowDown", "Select up to the next event"],
    ["Shift+ArrowUp", "Select up to the previous event"],
    ["[", "Previous page"],
    ["]", "Next page"],
    ["Enter", "Open event"],
    ["Escape", "Close event"],
    ["ArrowRight", "Show attempts"],
    ["ArrowLeft", "Hide attempts"],
    ["r", "Retry event"],
    ["c", "Cancel event"],
    ["b", "Bookmark event"],
  ];

  test("are listed as they work here", async () => {
    const { screen } = await open();
    expect(listed()).toEqual(LISTED);

    await screen.getByRole("checkbox", { name: "Select all events on this page" }).click();

    const changed: Record<string, string> = {
      Escape: "Clear selection",
      r: "Retry selected events",
      c: "Cancel selected events",
    };
    expect(listed()).toEqual(LISTED.map(([keys = "", label]) => [keys, changed[keys] ?? label]));
  });

  test("x ticks, Shift stretches and shrinks, r retries what is ticked, Esc ends it", async () => {
    const { screen } = await open("/events", {
      [RETRY]: anOperation(1, { estimated_count: 2, completed_count: 2 }),
    });

    await userEvent.keyboard("jx");
    expect(tickedRows()).toEqual([refused]);
    await userEvent.keyboard("{Shift>}{ArrowDown}j{ArrowUp}{/Shift}");
    expect(tickedRows()).toEqual([refused, failed]);
    await userEvent.keyboard("r");

    await expect.element(screen.getByText("Events queued for retry")).toBeVisible();
    expect(posted(RETRY)).toEqual([{ query: { id: [refused.id, failed.id] } }]);
    await userEvent.keyboard("{Escape}");
    expect(tickedRows()).toEqual([]);
  });

  test("c cancels and b bookmarks the row in focus, without its panel", async () => {
    const CANCEL = `PUT /2025-07-01/events/${delayed.id}/cancel`;
    const cancelled = { ...delayed, status: "CANCELLED" };
    const { screen } = await open("/events", { [CANCEL]: cancelled, "POST /2025-07-01/bookmarks": {} });

    await userEvent.keyboard("jjjc");
    await expect.element(screen.getByText("Event delivery cancelled")).toBeVisible();
    await userEvent.keyboard("b");
    await screen.getByRole("dialog").getByRole("textbox", { name: "Label" }).fill("Late one");
    await userEvent.keyboard("{Enter}");

    await expect.element(screen.getByText("Event bookmarked")).toBeVisible();
    expect(posted("POST /2025-07-01/bookmarks")).toEqual([
      { event_data_id: delayed.event_data_id, webhook_id: connection.id, label: "Late one" },
    ]);
  });

  test("do nothing while a person types", async () => {
    const { screen } = await open();

    await screen.getByRole("searchbox").fill("jxrcb");
    await userEvent.keyboard("jxrcb");

    expect(tickedRows()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole("searchbox").element());
    expect(api.asked.filter(({ call }) => !call.startsWith("GET"))).toEqual([]);
  });
});

test("a row says in a few words what happened", async () => {
  await open();

  expect(row(refused).textContent).toContain("Failed CONNECTION_REFUSEDConnection refused");
  expect(row(failed).textContent).toContain("Failed 503Service Unavailable");
  expect(row(delayed).textContent).toContain("DelayedBy the delay rule");
});

test("the number of events is on the page and on the buttons, if somebody knows it", async () => {
  const { screen } = await open("/events?status[0]=FAILED", {
    [EVENTS]: aPage(all, { next: "n1" }),
    "GET /dashboard-api/events/count": { count: 215, is_more: false },
    "GET /dashboard-api/bulk-operations/event-retry-estimate": { FAILED: 186, CANCELLED: 0, SUCCESSFUL: 0 },
    "GET /2025-07-01/bulk/events/cancel/plan": { estimated_batch: 0, estimated_count: 0 },
  });

  await expect.element(screen.getByText("215 events")).toBeVisible();
  await expect.element(screen.getByText("1 to 4 of 215")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Retry 186" })).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Cancel 0" }))
    .toHaveAttribute("data-tooltip", "None of these events can be cancelled now.");
});

test("the numbers are absent where counting stopped", async () => {
  const { screen } = await open("/events?status[0]=FAILED", {
    "GET /dashboard-api/events/count": { count: 10_000, is_more: true },
  });

  await expect.element(screen.getByText("10,000+ events")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Bulk retry" })).toBeVisible();
  expect(api.asked.some(({ call }) => call.includes("/plan") || call.includes("estimate"))).toBe(false);
});

test("an id in the search box opens what it names, and nothing is searched for", async () => {
  const id = publicId("request", "01999999-9999-7999-8999-999999999999");
  const typed = await open();
  await typed.screen.getByRole("searchbox").fill(id);
  await expect.element(typed.screen.getByText("Press Enter to open this request")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(typed.screen.getByText("Another page")).toBeVisible();
  expect(typed.router.state.location.href).toBe(`/requests/${id}`);
  expect(api.asked.some(({ call }) => call.includes("search_term"))).toBe(false);
  await typed.screen.unmount();
  api.restore();

  const { screen, router } = await open();
  const box = screen.getByRole("searchbox").element();
  box.focus();
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", ` ${id}\n`);
  box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));

  await expect.element(screen.getByText("Another page")).toBeVisible();
  expect(router.state.location.href).toBe(`/requests/${id}`);
});

describe("a server that goes away", () => {
  test("leaves the rows, says since when they are old, and is asked again on request", async () => {
    const { screen } = await open();
    await expect.element(screen.getByText("Live · 5 s")).toBeVisible();

    api.answers[EVENTS] = away;
    comeBack();
    await expect.element(screen.getByText("Reconnecting…")).toBeVisible();
    await expect.element(screen.getByText(/^Shows \d\d:\d\d:\d\d$/)).toBeVisible();
    expect(row(failed).textContent).toContain("Failed 503");

    api.answers[EVENTS] = aPage([refused, { ...failed, status: "CANCELLED" }, delayed, pending]);
    await screen.getByRole("button", { name: "Try now" }).click();
    await expect.element(screen.getByText("Live · 5 s")).toBeVisible();
    expect(row(failed).textContent).toContain("Cancelled");
  });

  test("is called offline when the browser has no network", async () => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "onLine"));
    const { screen } = await open();
    await expect.element(screen.getByText("Live · 5 s")).toBeVisible();

    api.answers[EVENTS] = away;
    comeBack();

    await expect.element(screen.getByText("Offline")).toBeVisible();
  });
});

test("what another tab did is seen when the person comes back", async () => {
  await open();

  api.answers[EVENTS] = aPage([refused, { ...failed, status: "SUCCESSFUL", response_status: 200 }, delayed]);
  comeBack();

  await expect.poll(() => row(failed).textContent).toContain("Successful 200");
});
