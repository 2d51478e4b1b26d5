import { createRoute } from "@tanstack/react-router";
import { toast } from "sonner";
import { afterEach, beforeAll, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { SourceNewScreen } from "./source-new-screen.tsx";

const CREATE = "POST /2025-07-01/sources";
const { source } = aConnection(1);
let api: TestApi;

beforeAll(() => page.viewport(1280, 900));
afterEach(() => {
  api.restore();
  toast.dismiss();
});

async function openForm(answers: Answers = {}, role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/name-is-used": (url: URL) => ({ used: url.searchParams.get("name") === "taken" }),
    [CREATE]: source,
    ...answers,
  });
  return openScreen("/sources/new", (app) => [
    createRoute({ getParentRoute: () => app, path: "sources/new", component: SourceNewScreen }),
    createRoute({ getParentRoute: () => app, path: "sources", component: () => <p>The list</p> }),
    createRoute({ getParentRoute: () => app, path: "sources/$id", component: () => <p>The source</p> }),
  ]);
}

function sent(): unknown[] {
  return api.asked.filter(({ call }) => call === CREATE).map(({ body }) => body);
}

test("an empty form says that type and name are required", async () => {
  const { screen } = await openForm();

  await screen.getByRole("button", { name: "Create source" }).click();

  await expect.element(screen.getByText("Fix form errors")).toBeVisible();
  expect(screen.getByText("Required", { exact: true }).elements()).toHaveLength(2);
  expect(sent()).toEqual([]);
});

test("a type is found by typing; popular ones come first and managed is not offered", async () => {
  const { screen } = await openForm();
  const labels = () =>
    screen
      .getByRole("radio")
      .elements()
      .map((radio) => radio.closest("label")?.textContent);
  await expect.poll(() => labels().slice(0, 2)).toEqual(["Webhook", "Stripe"]);
  expect(labels().join(" ")).not.toContain("Managed");

  await screen.getByRole("searchbox", { name: "Search types" }).fill("git");
  await expect.poll(labels).toEqual(["GitHub", "GitLab"]);
  await screen.getByRole("searchbox", { name: "Search types" }).fill("no such");
  await screen.getByRole("button", { name: "Use Webhook" }).click();

  await expect.element(screen.getByRole("radio", { name: "Webhook" })).toBeChecked();
});

test("only what the type has is shown, and an alert says what it does not check", async () => {
  const { screen } = await openForm();
  const parts = { Authentication: /^Authentication/, GET: /^GET$/, "Custom response": /^Custom response/ };
  const shown = () =>
    Object.entries(parts)
      .filter(([, name]) => screen.getByRole("checkbox", { name }).query() !== null)
      .map(([part]) => part);

  await screen.getByRole("radio", { name: "Webhook" }).click();
  await expect.poll(shown).toEqual(["Authentication", "GET", "Custom response"]);
  await screen.getByRole("radio", { name: "Stripe" }).click();
  await expect.poll(shown).toEqual(["Authentication", "GET", "Custom response"]);
  await screen.getByRole("radio", { name: "Zift" }).click();
  await expect.poll(shown).toEqual(["GET", "Custom response"]);
  await expect.element(screen.getByText(/Zift does not sign its requests/)).toBeVisible();
  await screen.getByRole("radio", { name: "Publish API" }).click();
  await expect.poll(shown).toEqual([]);
});

test("the provider's own page is one press away, and the methods are those that the provider uses", async () => {
  const { screen } = await openForm();
  const guide = screen.getByRole("link", { name: /guide/ });
  const head = screen.getByRole("checkbox", { name: "HEAD", exact: true });

  await screen.getByRole("radio", { name: "Stripe" }).click();
  await expect.element(guide).toHaveAccessibleName("Stripe guide (opens in a new tab)");
  await expect.element(guide).toHaveAttribute("href", expect.stringContaining("https://docs.stripe.com/"));
  await expect.element(head).not.toBeInTheDocument();

  await screen.getByRole("radio", { name: "BaseLinker" }).click();
  await expect.element(guide).not.toBeInTheDocument();
  await expect.element(screen.getByText(/allow HEAD among the HTTP methods/)).toBeVisible();
  await head.click();
  await screen.getByRole("radio", { name: "Webhook" }).click();
  await expect.element(head).toBeChecked(); // what would be sent stays in sight
  await head.click();
  await screen.getByRole("radio", { name: "Stripe" }).click();
  await expect.element(head).not.toBeInTheDocument();
});

test("a type whose keys Posthorn may not fetch says so, and any other does not", async () => {
  const { screen } = await openForm({
    "GET /dashboard-api/session": { ...aSession("member"), provider_fetches: false },
  });
  const said = screen.getByText(/the operator of this installation has turned such fetches off/);

  await screen.getByRole("radio", { name: "AWS SNS" }).click();
  await expect.element(said).toBeVisible();
  await expect.element(screen.getByText("Posthorn cannot check requests of AWS SNS here")).toBeVisible();
  await expect.element(said).toHaveTextContent("it confirms no subscriptions either");
  await screen.getByRole("radio", { name: "PayPal" }).click();
  await expect.element(said).not.toHaveTextContent("subscriptions");
  await screen.getByRole("radio", { name: "Stripe" }).click();

  await expect.element(said).not.toBeInTheDocument();
});

test("authentication, methods and response are checked, then sent", async () => {
  const { screen, router } = await openForm();
  await screen.getByRole("radio", { name: "Webhook" }).click();
  await screen.getByLabelText("Source name").fill("my shop");
  await screen.getByRole("checkbox", { name: "Authentication" }).click();
  await screen.getByLabelText("Method", { exact: true }).selectOptions("API_KEY");
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    await screen.getByRole("checkbox", { name: method, exact: true }).click();
  await screen.getByRole("checkbox", { name: "Custom response" }).click();
  await screen.getByLabelText("Body").fill("{");
  await screen.getByRole("button", { name: "Create source" }).click();

  expect(screen.getByText("Required", { exact: true }).elements()).toHaveLength(2);
  await expect.element(screen.getByText("At least one HTTP method must be selected")).toBeVisible();
  await expect.element(screen.getByText("Invalid JSON")).toBeVisible();

  await screen.getByLabelText("Header").fill("X-Key");
  await screen.getByLabelText("API key", { exact: true }).fill("s3cret");
  await screen.getByRole("checkbox", { name: "GET", exact: true }).click();
  await screen.getByLabelText("Body").fill('{"ok":true}');
  await screen.getByRole("button", { name: "Create source" }).click();

  await expect.element(screen.getByText("The source", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Source saved")).toBeVisible();
  expect(router.state.location.pathname).toBe(`/sources/${source.id}`);
  expect(sent()).toEqual([
    {
      name: "my-shop",
      description: null,
      type: "WEBHOOK",
      config: {
        allowed_http_methods: ["GET"],
        custom_response: { content_type: "json", body: '{"ok":true}' },
        auth_type: "API_KEY",
        auth: { header_key: "X-Key", api_key: "s3cret" },
      },
    },
  ]);
});

test("a taken name and a refusal of the server are said", async () => {
  const refusal = { code: "UNPROCESSABLE_ENTITY", status: 422, message: "No", data: ["config is odd"] };
  const { screen } = await openForm({ [CREATE]: Response.json(refusal, { status: 422 }) });
  await screen.getByRole("radio", { name: "Webhook" }).click();
  await screen.getByLabelText("Source name").fill("taken");
  await expect.element(screen.getByText("Name is already used.")).toBeVisible();
  await screen.getByLabelText("Source name").fill("free");
  await expect.element(screen.getByText("Name is already used.")).not.toBeInTheDocument();

  await screen.getByRole("button", { name: "Create source" }).click();

  await expect
    .element(screen.getByText("An error occurred while saving the source: config is odd"))
    .toBeVisible();
});

test("a viewer reads the form, and sees why nothing in it can be changed", async () => {
  const { screen } = await openForm({}, "viewer");
  const reason = "You need the member role for this.";

  await expect.element(screen.getByText(reason)).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Create source" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining(reason));
  await expect.element(screen.getByLabelText("Source name")).toHaveAttribute("readonly");
  await expect.element(screen.getByRole("radio", { name: "Webhook" })).toBeDisabled();
  await screen.getByRole("searchbox", { name: "Search types" }).fill("no such type");
  await expect
    .element(screen.getByRole("button", { name: "Use Webhook" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("leaving with input asks", async () => {
  const { screen } = await openForm();
  await screen.getByRole("radio", { name: "Webhook" }).click();

  await screen.getByRole("link", { name: "Cancel" }).click();
  await expect.element(screen.getByText("Discard unsaved changes?")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("radio", { name: "Webhook" })).toBeChecked();
});
