import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
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

function refuse(): Response {
  const refusal = { code: "UNPROCESSABLE_ENTITY", status: 422, message: "No", data: ["source.name is odd"] };
  return Response.json(refusal, { status: 422 });
}

function sent(): unknown[] {
  return api.asked.filter(({ call }) => call === CREATE).map(({ body }) => body);
}

test("an empty form is not sent: it says what is missing and leads to the first of it", async () => {
  const { screen } = await openForm();

  await screen.getByRole("button", { name: "Create" }).click();

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
  await screen.getByRole("button", { name: "Create" }).click();

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
  await screen.getByRole("button", { name: "Create" }).click();

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
  await screen.getByRole("button", { name: "Create" }).click();

  await expect.element(screen.getByText("The list")).toBeVisible();
  await expect.element(screen.getByText("Connection created")).toBeVisible();
  expect(sent()).toEqual([
    { name: null, rules: [RETRY], source_id: source.id, destination_id: destination.id },
  ]);
});

test("the server's refusal is said beside the form, which keeps what was typed", async () => {
  const { screen } = await openForm(`?destination_id=${destination.id}`, { [CREATE]: refuse });

  await screen.getByLabelText("Source name").fill("stripe");
  await screen.getByRole("button", { name: "Create" }).click();

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

test("a viewer sees the form, and why it cannot be sent", async () => {
  const { screen } = await openForm("", { "GET /dashboard-api/session": aSession("viewer") });
  const create = screen.getByRole("button", { name: "Create" });

  await expect.element(create).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(create)
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role for this."));
  await screen.getByLabelText("Source name").click();
  await userEvent.keyboard("{Enter}");

  expect(sent()).toEqual([]);
});
