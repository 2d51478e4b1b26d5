import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { DestinationNewScreen } from "./destination-new-screen.tsx";

const { destination } = aConnection(1);
const CREATE = "POST /2025-07-01/destinations";

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  const screen = createRoute({
    getParentRoute: () => app,
    path: "destinations/new",
    component: DestinationNewScreen,
  });
  const page = createRoute({
    getParentRoute: () => app,
    path: "destinations/$id",
    component: () => <h1>The destination</h1>,
  });
  return [screen, page];
}

async function openForm(answers: Answers = {}, role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/name-is-used": (url: URL) => ({ used: url.searchParams.get("name") === "taken" }),
    "GET /2025-07-01/projects/tm_1": { id: "tm_1", max_events_per_second: 10 },
    [CREATE]: destination,
    ...answers,
  });
  return openScreen("/destinations/new", routes);
}

const created = () => api.asked.find(({ call }) => call === CREATE)?.body;

test("what is missing or wrong is said beside its field, and the first gets the focus", async () => {
  const { screen } = await openForm();
  const create = screen.getByRole("button", { name: "Create destination" });

  await create.click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Fix form errors");
  await expect.element(screen.getByLabelText("Name", { exact: true })).toHaveFocus();
  await expect.element(screen.getByLabelText("URL", { exact: true })).toHaveAccessibleDescription("Required");
  await screen.getByLabelText("URL", { exact: true }).fill("ledger.acme.dev");
  await expect
    .element(screen.getByLabelText("URL", { exact: true }))
    .toHaveAccessibleDescription("Must be a valid HTTP url");
  await screen.getByRole("radio", { name: /^CLI/ }).click();
  await screen.getByLabelText("Path", { exact: true }).fill("webhooks");
  await create.click();
  await expect
    .element(screen.getByLabelText("Path", { exact: true }))
    .toHaveAccessibleDescription('Must be a valid pathname and start with "/"');
  await screen.getByLabelText("Name", { exact: true }).fill("taken");
  await expect.element(screen.getByText("Name is already used.")).toBeVisible();
  expect(created()).toBeUndefined();
});

test("a wrong field opens the advanced part, and a rate above the project's maximum warns", async () => {
  const { screen } = await openForm();
  await screen.getByText("Advanced configuration").click();
  await screen.getByRole("checkbox", { name: /^Limit the delivery rate/ }).click();
  const rate = screen.getByLabelText("Max delivery rate");
  await expect.element(rate).toHaveValue(10);

  await rate.fill("11");
  await expect.element(screen.getByText(/above the project's maximum of 10 events per second/)).toBeVisible();
  await screen.getByLabelText("Period").selectOptions("per minute");
  await expect.element(screen.getByText(/above the project's maximum/)).not.toBeInTheDocument();
  await rate.fill("0");
  await screen.getByText("Advanced configuration").click();
  await screen.getByRole("button", { name: "Create destination" }).click();

  await expect.element(screen.getByText("Must be greater than 0")).toBeVisible();
});

test("a mock asks for no authentication", async () => {
  const { screen } = await openForm();
  await screen.getByLabelText("Name", { exact: true }).fill("ledger");
  await screen.getByLabelText("Authentication method").selectOptions("Bearer token");

  await screen.getByRole("radio", { name: /^Mock API/ }).click();
  await expect.element(screen.getByLabelText("Authentication method")).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText("Token")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Create destination" }).click();

  await expect.poll(created).toMatchObject({ type: "MOCK_API" });
  expect(created()).not.toHaveProperty("config.auth_type");
});

test("a whole destination is sent as the API expects it, and its page opens", async () => {
  const { screen } = await openForm();
  await screen.getByLabelText("Name", { exact: true }).fill("Ledger API");
  await screen.getByLabelText("Description").fill("Books charges");
  await screen.getByLabelText("URL", { exact: true }).fill(" https://ledger.acme.dev/hooks ");
  await screen.getByLabelText("Authentication method").selectOptions("Basic auth");
  await screen.getByLabelText("Username").fill("ada");
  await screen.getByLabelText("Password", { exact: true }).fill("secret");
  await screen.getByText("Advanced configuration").click();
  await screen.getByRole("checkbox", { name: /^Path forwarding/ }).click();
  await screen.getByLabelText("HTTP method").selectOptions("PUT");
  await screen.getByLabelText(/^Delivery timeout/).fill("30");
  await screen.getByRole("checkbox", { name: /^Delivery groups/ }).click();
  await screen.getByLabelText("Group by").fill("body.customer.id");
  await screen.getByLabelText("Rate of each group").fill("5");
  await screen.getByRole("button", { name: "Add a rate for one group" }).click();
  await screen.getByLabelText("Group 1", { exact: true }).fill("acme");
  await screen.getByLabelText("Rate of group 1").fill("50");
  await screen.getByRole("button", { name: "Create destination" }).click();

  await expect.element(screen.getByRole("heading", { name: "The destination" })).toBeVisible();
  await expect.element(screen.getByText("Destination saved")).toBeVisible();
  expect(created()).toEqual({
    name: "Ledger-API",
    description: "Books charges",
    type: "HTTP",
    config: {
      url: "https://ledger.acme.dev/hooks",
      http_method: "PUT",
      path_forwarding_disabled: true,
      delivery_timeout: 30,
      rate_limit: null,
      rate_limit_period: "second",
      delivery_groups: {
        key: "body.customer.id",
        rate: 5,
        rate_period: "second",
        overrides: { acme: { rate: 50, rate_period: "second" } },
      },
      auth_type: "BASIC_AUTH",
      auth: { username: "ada", password: "secret" },
    },
  });
});

test("the server's complaint is shown at its field", async () => {
  const complaint = {
    code: "UNPROCESSABLE_ENTITY",
    status: 422,
    message: "Unprocessable Entity",
    data: ["config.url is not allowed: private address"],
  };
  const { screen } = await openForm({ [CREATE]: () => Response.json(complaint, { status: 422 }) });
  await screen.getByLabelText("Name", { exact: true }).fill("ledger");
  await screen.getByLabelText("URL", { exact: true }).fill("http://10.0.0.1");
  await screen.getByRole("button", { name: "Create destination" }).click();

  await expect
    .element(screen.getByText(/^An error occurred while saving the destination: config.url is not allowed/))
    .toBeVisible();
  await expect
    .element(screen.getByLabelText("URL", { exact: true }))
    .toHaveAccessibleDescription("Is not allowed: private address");
});

test("a viewer reads the form, and sees why nothing in it can be changed", async () => {
  const { screen } = await openForm({}, "viewer");

  const create = screen.getByRole("button", { name: "Create destination" });
  await expect.element(create).toHaveAttribute("aria-disabled", "true");
  await expect.element(create).toHaveAttribute("data-tooltip", expect.stringMatching(/member role/));
  await expect.element(screen.getByText(/member role/)).toBeVisible();
  await expect.element(screen.getByLabelText("Name", { exact: true })).toHaveAttribute("readonly");
  await expect.element(screen.getByRole("textbox", { name: "URL" })).toHaveAttribute("readonly");
});
