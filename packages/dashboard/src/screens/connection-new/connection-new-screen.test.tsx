import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { RenderResult } from "vitest-browser-react";
import {
  aFirstPageOf,
  answerApi,
  aPageOf,
  type Answers,
  type TestApi,
} from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { COURSE_TITLE } from "../../resources/rules/request-course.tsx";
import { TRIED } from "../../resources/rules/try-on-recent/test-trials.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ConnectionNewScreen } from "./connection-new-screen.tsx";
import { ConnectionNewSearch } from "./connection-new-url.ts";

const { id, source, destination } = aConnection(1);
const CREATE = "POST /2025-07-01/connections";
const RETRY = {
  type: "retry",
  strategy: "exponential",
  interval: 30_000,
  count: 5,
  response_status_codes: null,
};
let api: TestApi;

afterEach(() => api.restore());

async function openForm(query = "", answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/name-is-used": (url: URL) => ({ used: url.searchParams.get("name") === "taken" }),
    "GET /2025-07-01/sources": aPageOf([source]),
    "GET /2025-07-01/destinations": aPageOf([destination]),
    "GET /dashboard-api/requests": aPageOf([]),
    [CREATE]: aConnection(1),
    ...answers,
  });
  return openScreen(`/connections/new${query}`, (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "connections/new",
      validateSearch: ConnectionNewSearch,
      component: ConnectionNewScreen,
    }),
    createRoute({ getParentRoute: () => app, path: "connections", component: () => <p>The list</p> }),
  ]);
}

/** Not the step of that name. */
function createButton(screen: RenderResult) {
  return screen.getByRole("button", { name: "Create", exact: true });
}

function refuse(): Response {
  const refusal = { code: "UNPROCESSABLE_ENTITY", status: 422, message: "No", data: ["source.name is odd"] };
  return Response.json(refusal, { status: 422 });
}

function broken(): Response {
  return Response.json({}, { status: 503 });
}

function sent(): unknown[] {
  return api.asked.filter(({ call }) => call === CREATE).map(({ body }) => body);
}

test("an empty form is not sent: it says what is missing and leads to the first of it", async () => {
  const { screen } = await openForm();

  await createButton(screen).click();

  await expect.element(screen.getByText("Fix form errors")).toBeVisible();
  await expect.element(screen.getByLabelText("Source name")).toHaveFocus();
  expect(screen.getByText("Required", { exact: true }).elements()).toHaveLength(3);
  expect(sent()).toEqual([]);
});

test("what is typed becomes a name, and a taken one is said before saving", async () => {
  const { screen } = await openForm();

  await screen.getByLabelText("Source name").fill("Zoom Räume!");
  await expect.element(screen.getByLabelText("Source name")).toHaveValue("Zoom-Raume-");

  await screen.getByLabelText("Source name").fill("taken");
  await expect.element(screen.getByText("Name is already used.")).toBeVisible();

  await screen.getByLabelText("Source name").fill("free");
  await expect.element(screen.getByText("Name is already used.")).not.toBeInTheDocument();
});

test("a URL that is not HTTP and a source without methods are refused", async () => {
  const { screen } = await openForm();

  await screen.getByRole("textbox", { name: "URL" }).fill("ftp://acme.dev");
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    await screen.getByRole("checkbox", { name: method }).click();
  await createButton(screen).click();

  await expect.element(screen.getByText("Must be a valid HTTP url")).toBeVisible();
  await expect.element(screen.getByText("At least one HTTP method must be selected")).toBeVisible();
  await expect.element(screen.getByRole("checkbox", { name: "GET" })).not.toBeChecked();
});

test("a right form is sent once and leads to the connection it made", async () => {
  const { screen, router } = await openForm();

  await screen.getByLabelText("Source name").fill("stripe");
  await screen.getByLabelText("Destination name").fill("orders-api");
  await screen.getByRole("textbox", { name: "URL" }).fill("https://orders.acme.dev/hooks");
  await screen.getByText("Advanced configuration").click();
  await screen.getByLabelText("HTTP method", { exact: true }).selectOptions("PUT");
  await screen.getByLabelText("Path forwarding").click();
  await screen.getByLabelText("Connection name").fill("charges");
  await createButton(screen).click();

  await expect.element(screen.getByText("The list")).toBeVisible();
  await expect.element(screen.getByText("Connection created")).toBeVisible();
  expect(router.state.location.search).toEqual({ created: id });
  expect(sent()).toMatchObject([
    {
      name: "charges",
      rules: [RETRY],
      source: {
        name: "stripe",
        description: null,
        type: "WEBHOOK",
        config: {
          allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"],
          custom_response: null,
          auth_type: null,
          auth: null,
        },
      },
      destination: {
        name: "orders-api",
        type: "HTTP",
        config: { url: "https://orders.acme.dev/hooks", http_method: "PUT", path_forwarding_disabled: true },
      },
    },
  ]);
});

test("ends named by the link are chosen already", async () => {
  const { screen } = await openForm(`?source_id=${source.id}&destination_id=${destination.id}`);

  await expect.element(screen.getByRole("combobox", { name: "Source" })).toHaveValue("stripe");
  await createButton(screen).click();

  await expect.element(screen.getByText("The list")).toBeVisible();
  await expect.element(screen.getByText("Connection created")).toBeVisible();
  expect(sent()).toEqual([
    { name: null, rules: [RETRY], source_id: source.id, destination_id: destination.id },
  ]);
});

test("ends named by the link that no list has come by their id", async () => {
  const far = { ...source, id: "src_251", name: "zendesk" };
  const farther = { ...destination, id: "des_251", name: "zoo" };
  const { screen } = await openForm(`?source_id=${far.id}&destination_id=${farther.id}`, {
    [`GET /2025-07-01/sources/${far.id}`]: far,
    [`GET /2025-07-01/destinations/${farther.id}`]: farther,
  });

  await expect.element(screen.getByRole("combobox", { name: "Source" })).toHaveValue("zendesk");
  await expect.element(screen.getByRole("combobox", { name: "Destination" })).toHaveValue("zoo");
  await expect
    .element(screen.getByRole("list", { name: COURSE_TITLE }))
    .toHaveTextContent(/^zendesk receives it.*zoo https:/);
});

test("a source that is not on the first page is found by words of its name, and can be chosen", async () => {
  const far = { ...source, id: "src_900", name: "zendesk-eu-900" };
  const { screen } = await openForm("", {
    "GET /2025-07-01/sources": aFirstPageOf([source]),
    "GET /dashboard-api/sources": aPageOf([far]),
    [`GET /2025-07-01/sources/${far.id}`]: far,
  });
  await screen.getByRole("radio", { name: "Existing source" }).click();
  const input = screen.getByRole("combobox", { name: "Source" });
  await input.click();
  await expect.element(screen.getByText("These are the first by name. Type to find others.")).toBeVisible();

  await input.fill("900 zendesk");
  await screen.getByRole("option", { name: /zendesk-eu-900/ }).click();

  await expect.element(input).toHaveValue("zendesk-eu-900");
  await expect
    .element(screen.getByRole("list", { name: COURSE_TITLE }))
    .toHaveTextContent(/^zendesk-eu-900 receives it/);
});

test("an end named by the link that does not exist says so, and another can be chosen", async () => {
  const { screen } = await openForm("?source_id=src_9", {});

  await expect
    .element(screen.getByText("The link names a source that does not exist. Choose another one."))
    .toBeVisible();
  await screen.getByRole("combobox", { name: "Source" }).click();
  await screen.getByRole("option", { name: /stripe/ }).click();

  await expect.element(screen.getByText(/does not exist/)).not.toBeInTheDocument();
});

test("the server's refusal is said beside the form, which keeps what was typed", async () => {
  const { screen } = await openForm(`?destination_id=${destination.id}`, { [CREATE]: refuse });

  await screen.getByLabelText("Source name").fill("stripe");
  await createButton(screen).click();

  await expect
    .element(screen.getByText("An error occurred while saving the connection: source.name is odd"))
    .toBeVisible();
  await expect.element(screen.getByLabelText("Source name")).toHaveValue("stripe");
  await expect.element(screen.getByLabelText("Source name")).toHaveAccessibleDescription("Is odd");
  await expect.element(screen.getByLabelText("Source name")).toHaveFocus();
});

test("leaving typed work asks once, and staying keeps it", async () => {
  const { screen } = await openForm();
  await screen.getByLabelText("Source name").fill("stripe");

  await screen.getByRole("link", { name: "Cancel" }).click();
  await expect.element(screen.getByText("Discard unsaved changes?")).toBeVisible();
  await screen.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(screen.getByLabelText("Source name")).toHaveValue("stripe");

  await screen.getByRole("link", { name: "Cancel" }).click();
  await screen.getByRole("button", { name: "Discard" }).click();
  await expect.element(screen.getByText("The list")).toBeVisible();
});

test("a viewer reads the form, and sees why nothing in it can be changed", async () => {
  const { screen } = await openForm("", { "GET /dashboard-api/session": aSession("viewer") });
  const create = createButton(screen);

  await expect.element(create).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(create)
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role for this."));
  await expect.element(screen.getByText("You need the member role for this.")).toBeVisible();
  await expect.element(screen.getByRole("radio", { name: /^Existing source/ })).toBeDisabled();
  await expect.element(screen.getByRole("checkbox", { name: "Delay" })).toBeDisabled();
  await screen.getByLabelText("Source name").click();
  await userEvent.keyboard("mine{Enter}");

  await expect.element(screen.getByLabelText("Source name")).toHaveValue("");
  expect(sent()).toEqual([]);
});

test("five steps lead to their sections; what the person has passed and completed is done", async () => {
  const { screen } = await openForm(`?source_id=${source.id}`);
  const steps = screen.getByRole("navigation", { name: "Steps" });
  const step = (name: string) => steps.getByRole("button", { name });

  // The source is chosen, so the person starts in the first field of the destination.
  await expect.element(step("2 Destination")).toHaveAttribute("aria-current", "step");
  await step("3 Rules").click();
  await expect.element(step("3 Rules")).toHaveAttribute("aria-current", "step");
  await expect.element(step("Done Source")).toBeVisible();
  await expect.element(step("2 Destination")).toBeVisible();
  await expect.element(screen.getByRole("checkbox", { name: "Retry" })).toHaveFocus();
  await step("4 Name").click();
  await expect.element(screen.getByLabelText("Connection name")).toHaveFocus();
  await expect.element(step("4 Name")).toHaveAttribute("aria-current", "step");
  await expect.element(step("Done Rules")).toBeVisible();
  await step("5 Create").click();
  await expect.element(step("5 Create")).toHaveAttribute("aria-current", "step");
  await expect.element(screen.getByRole("region", { name: "Create" })).toHaveFocus();

  await createButton(screen).click();
  await expect.element(step("Has a mistake Destination")).toHaveAttribute("aria-current", "step");
  await expect.element(screen.getByLabelText("Destination name")).toHaveFocus();
});

/** The lines of the course, as a person reads them. */
function courseIn(screen: RenderResult): string[] {
  const list = screen.getByRole("list", { name: COURSE_TITLE }).element();
  return [...list.querySelectorAll("li")].map((line) => line.textContent);
}

test("the course of a request follows the form: its ends, its rules in their order, and what is missing", async () => {
  const { screen } = await openForm("", {
    "GET /2025-07-01/transformations": aPageOf([{ id: "trs_1", name: "normalise-order" }]),
    "GET /2025-07-01/transformations/trs_1": { id: "trs_1", name: "normalise-order" },
  });
  const RETRIES = "Retry 6 attempts, then Failed";
  await expect
    .poll(() => courseIn(screen))
    .toEqual(["New source has no name yet", RETRIES, "New destination has no URL yet"]);

  await screen.getByLabelText("Source name").fill("shopify");
  await screen.getByLabelText("Destination name").fill("ledger");
  await screen.getByRole("textbox", { name: "URL" }).fill("ledger.acme.dev");
  await expect
    .poll(() => courseIn(screen))
    .toEqual(["shopify receives it, answers 200", RETRIES, "ledger URL not valid yet"]);
  await screen.getByRole("textbox", { name: "URL" }).fill("https://ledger.acme.dev");
  await screen.getByLabelText("Destination name").fill("taken");
  await expect.poll(() => courseIn(screen).at(-1)).toBe("taken not valid yet");
  await screen.getByLabelText("Destination name").fill("ledger");
  await screen.getByRole("checkbox", { name: "Filter" }).click();
  await screen.getByRole("checkbox", { name: "Transform" }).click();
  await screen.getByRole("checkbox", { name: "Delay" }).click();
  await expect
    .poll(() => courseIn(screen))
    .toEqual([
      "shopify receives it, answers 200",
      "Transform no transformation chosen yet",
      "Filter has no condition yet",
      "Delay waits 1 min",
      RETRIES,
      "ledger https://ledger.acme.dev",
    ]);
  await screen.getByRole("combobox", { name: "Transformation" }).click();
  await screen.getByRole("option", { name: "normalise-order" }).click();
  await screen.getByRole("textbox", { name: "Filter for the body" }).fill('{"total": {"$gte": 50}}');
  await screen.getByRole("checkbox", { name: "Retry" }).click();

  await expect
    .poll(() => courseIn(screen))
    .toEqual([
      "shopify receives it, answers 200",
      "Transform normalise-order",
      "Filter kept if body.total is 50 or more",
      "Delay waits 1 min",
      "ledger https://ledger.acme.dev",
    ]);
  await screen.getByRole("textbox", { name: "Filter for the body" }).fill('{"total": ');
  await expect.poll(() => courseIn(screen)[2]).toBe("Filter not valid yet");
});

test("the course says how the chosen source answers, and that a choice is missing", async () => {
  const own = { content_type: "xml", body: "<ok/>" };
  const speaking = {
    ...source,
    id: "src_2",
    name: "twilio",
    config: { ...source.config, custom_response: own },
  };
  const disabled = { ...source, id: "src_3", name: "old", disabled_at: source.created_at };
  const { screen } = await openForm("", { "GET /2025-07-01/sources": aPageOf([speaking, disabled]) });

  await screen.getByRole("radio", { name: /^Existing source/ }).click();
  await screen.getByRole("radio", { name: "CLI" }).click();
  await expect.poll(() => courseIn(screen).at(0)).toBe("Source not chosen yet");
  for (const [name, line] of [
    ["twilio", "twilio receives it, answers 200 with XML of its own"],
    ["old", "old is disabled, refuses it"],
  ] as const) {
    await screen.getByRole("combobox", { name: "Source" }).click();
    await screen.getByRole("option", { name: new RegExp(`^${name}`) }).click();
    await expect.poll(() => courseIn(screen).at(0)).toBe(line);
  }
  await screen.getByLabelText("Destination name").fill("laptop");
  await expect.poll(() => courseIn(screen).at(-1)).toBe("laptop CLI /");
});

test("the rules are tried on what the chosen source received; without requests there is nothing to try", async () => {
  const TRIAL = "POST /dashboard-api/rules-trial";
  const { screen } = await openForm(`?source_id=${source.id}`, {
    "GET /dashboard-api/requests": aPageOf([{ id: "req_1" }]),
    [TRIAL]: TRIED,
  });
  const button = screen.getByRole("button", { name: "Try on recent requests" });
  await expect
    .element(screen.getByText("Runs these rules over the last 100 requests of stripe. Nothing is sent."))
    .toBeVisible();

  await button.click();
  const panel = screen.getByRole("complementary", { name: "Try on recent requests" });
  await expect.element(panel.getByText(/Edited rules over the last 6 requests/)).toBeVisible();
  expect(api.asked.find(({ call }) => call === TRIAL)?.body).toEqual({
    source_id: source.id,
    rules: [RETRY],
  });
  await userEvent.keyboard("{Escape}");
  await expect.element(button).toHaveFocus();
  await screen.getByRole("checkbox", { name: "Filter" }).click();
  await expect.element(button).toHaveAttribute("data-tooltip", expect.stringContaining("Fix form errors"));
  await screen.getByRole("radio", { name: /^New source/ }).click();
  await expect.element(button).not.toBeInTheDocument();
  await screen.unmount();
  api.restore();

  const quiet = await openForm(`?source_id=${source.id}`);
  await expect
    .poll(() => api.asked.some(({ call }) => call.startsWith("GET /dashboard-api/requests")))
    .toBe(true);
  await expect.poll(() => courseIn(quiet.screen).at(0)).toBe("stripe receives it, answers 200");
  expect(quiet.screen.getByRole("button", { name: "Try on recent requests" }).elements()).toEqual([]);
});

test.each([
  [1440, "beside"],
  [1064, "beside"], // what the rail leaves of a window of 1280
  [900, "below"],
  [360, "below"],
])("at %i px the course stands %s the rules", async (width, place) => {
  const { screen } = await openForm();
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(1280, 800));

  await expect.element(screen.getByRole("list", { name: COURSE_TITLE })).toBeVisible();
  const boxOf = (name: string) => screen.getByRole("list", { name }).element().getBoundingClientRect();

  await expect
    .poll(() => {
      const course = boxOf(COURSE_TITLE);
      const rules = boxOf("Rules in their order");
      return [course.left >= rules.right, course.top >= rules.bottom, course.right <= width];
    })
    .toEqual([place === "beside", place === "below", true]);
});

test("the last step says what Create makes", async () => {
  const { screen } = await openForm(`?source_id=${source.id}`);
  const last = screen.getByRole("region", { name: "Create" });

  await expect.element(last).toHaveTextContent("Creates the destination and the connection.");
  await screen.getByRole("radio", { name: /^New source/ }).click();
  await expect.element(last).toHaveTextContent("Creates the source, the destination and the connection.");
});

test("the guide, the help and the dashboard are one press away, and typed work is not lost", async () => {
  const { screen } = await openForm();
  await screen.getByLabelText("Source name").fill("stripe");

  for (const [name, href] of [
    ["Connections guide (opens in a new tab)", "/guides/connections"],
    ["Help (opens in a new tab)", "/guides"],
  ] as const) {
    const link = screen.getByRole("link", { name });
    await expect.element(link).toHaveAttribute("href", href);
    await expect.element(link).toHaveAttribute("target", "_blank");
  }
  await screen.getByRole("link", { name: "Dashboard" }).click();
  await expect.element(screen.getByText("Discard unsaved changes?")).toBeVisible();
  await screen.getByRole("button", { name: "Discard" }).click();
  await expect.element(screen.getByText("The list")).toBeVisible();
});

test("what cannot be loaded says so in its place, and nothing typed is lost", async () => {
  const { screen } = await openForm("", {
    "GET /2025-07-01/sources": broken,
    "GET /2025-07-01/destinations": broken,
    "GET /dashboard-api/name-is-used": broken,
  });
  await screen.getByLabelText("Connection name").fill("charges");
  await screen.getByLabelText("Destination name").fill("ledger");
  await expect
    .element(screen.getByLabelText("Destination name"))
    .toHaveAccessibleDescription("Whether the name is free could not be checked. Saving checks it again.");

  await screen.getByRole("radio", { name: /^Existing source/ }).click();
  await expect.element(screen.getByText("The sources could not be loaded.")).toBeVisible();
  await screen.getByRole("radio", { name: /^Existing destination/ }).click();
  await expect.element(screen.getByText("The destinations could not be loaded.")).toBeVisible();
  api.answers["GET /2025-07-01/sources"] = aPageOf([source]);
  await screen.getByRole("button", { name: "Try again" }).first().click();
  await screen.getByRole("combobox", { name: "Source" }).click();
  await screen.getByRole("option", { name: /stripe/ }).click();

  await expect.element(screen.getByLabelText("Connection name")).toHaveValue("charges");
  await screen.getByRole("radio", { name: /^New destination/ }).click();
  await expect.element(screen.getByLabelText("Destination name")).toHaveValue("ledger");
});

test("a server that does not answer leaves the form as it is, to be sent again", async () => {
  const { screen } = await openForm(`?source_id=${source.id}&destination_id=${destination.id}`, {
    [CREATE]: () => Promise.reject(new TypeError("Failed to fetch")),
  });
  await screen.getByLabelText("Connection name").fill("charges");
  await createButton(screen).click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("An error occurred while saving the connection: ");
  await expect.element(screen.getByLabelText("Connection name")).toHaveValue("charges");

  api.answers[CREATE] = aConnection(1);
  await createButton(screen).click();

  await expect.element(screen.getByText("The list")).toBeVisible();
});
