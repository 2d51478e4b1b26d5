import type { Source } from "@posthorn/contract/sources";
import { createRoute } from "@tanstack/react-router";
import { toast } from "sonner";
import { afterEach, beforeAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { SourceSettings } from "./source-settings.tsx";

const auth = { header_key: "X-Key", api_key: "s3cret" };
const source: Source = {
  ...aConnection(1).source,
  authenticated: true,
  config: { allowed_http_methods: ["POST", "HEAD"], custom_response: null, auth_type: "API_KEY" },
};
const { id } = source;
const ONE = `/2025-07-01/sources/${id}`;
let api: TestApi;

beforeAll(() => page.viewport(1280, 900));
afterEach(() => {
  api.restore();
  toast.dismiss();
});

/** Like the server: keeps what was saved, and shows secrets only if asked for them. */
async function openSettings(
  start: Source = source,
  answers: Answers = {},
  role: "member" | "viewer" = "member",
) {
  let stored = start;
  const secret = start.type === "MANAGED" ? { token: "t0ken" } : auth;
  const replies: Answers = {
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/name-is-used": { used: false },
    "GET /2025-07-01/connections/count": { count: 3 },
    [`GET ${ONE}`]: (url: URL) =>
      url.searchParams.has("include") ? { ...stored, config: { ...stored.config, auth: secret } } : stored,
    [`PUT ${ONE}`]: (_url, body) => {
      // Safe: the form sends an object.
      stored = { ...stored, ...(body as Partial<Source>), updated_at: `${stored.updated_at}+` };
      return stored;
    },
    [`PUT ${ONE}/disable`]: () => (stored = { ...stored, disabled_at: stored.updated_at }),
    [`PUT ${ONE}/enable`]: () => (stored = { ...stored, disabled_at: null }),
    [`DELETE ${ONE}`]: { id },
    ...answers,
  };
  api = answerApi(replies);
  return openScreen(`/sources/${id}/settings`, (app) => {
    const frame = createRoute({ getParentRoute: () => app, path: "sources/$id" });
    const settings = createRoute({
      getParentRoute: () => frame,
      path: "settings",
      component: SourceSettings,
    });
    return [
      frame.addChildren([settings]),
      createRoute({ getParentRoute: () => app, path: "sources", component: () => <p>The list</p> }),
    ];
  });
}

function failure(): Response {
  return Response.json({}, { status: 500 });
}

function sent(call: string): unknown[] {
  return api.asked.filter((asked) => asked.call === call).map(({ body }) => body);
}

test("details are saved alone, with their toast", async () => {
  const { screen } = await openSettings();
  await screen.getByLabelText("Source name").fill("new name");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Source saved")).toBeVisible();
  expect(sent(`PUT ${ONE}`)).toEqual([{ name: "new-name", description: null }]);
  await expect.element(screen.getByRole("button", { name: "Save" })).not.toBeInTheDocument();
});

test("the configuration shows what is stored, and keeps what is not changed", async () => {
  const { screen } = await openSettings();
  await expect.element(screen.getByLabelText("API key", { exact: true })).toHaveValue("s3cret");
  await expect.element(screen.getByLabelText("Header", { exact: true })).toHaveValue("X-Key");
  await expect.element(screen.getByRole("checkbox", { name: "HEAD", exact: true })).toBeChecked();

  await screen.getByRole("checkbox", { name: "GET", exact: true }).click();
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Source saved")).toBeVisible();
  expect(sent(`PUT ${ONE}`)).toEqual([
    {
      type: "WEBHOOK",
      config: {
        allowed_http_methods: ["GET", "POST", "HEAD"],
        custom_response: null,
        auth_type: "API_KEY",
        auth,
      },
    },
  ]);
});

test("a refused save says what the server said, and keeps the input", async () => {
  const refusal = {
    code: "UNPROCESSABLE_ENTITY",
    status: 422,
    message: "No",
    data: ["config.auth.api_key is odd"],
  };
  const { screen } = await openSettings(source, { [`PUT ${ONE}`]: Response.json(refusal, { status: 422 }) });
  await screen.getByLabelText("API key", { exact: true }).fill("other");

  await screen.getByRole("button", { name: "Save" }).click();

  await expect
    .element(screen.getByText("An error occurred while saving the source: config.auth.api_key is odd"))
    .toBeVisible();
  await expect.element(screen.getByText("Is odd", { exact: true })).toBeVisible();
  await expect.element(screen.getByLabelText("API key", { exact: true })).toHaveValue("other");
});

test("disabling and deleting name the connections that go with it", async () => {
  const { screen } = await openSettings();
  await screen.getByRole("button", { name: "Disable…" }).click();
  await expect.element(screen.getByRole("dialog")).toHaveTextContent("Its 3 connections are disabled too.");
  await screen.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect.element(screen.getByText("Source disabled")).toBeVisible();
  await screen.getByRole("button", { name: "Enable" }).click();
  await expect.element(screen.getByText("Source enabled")).toBeVisible();

  await screen.getByRole("button", { name: "Delete…" }).click();
  await expect
    .element(screen.getByRole("dialog"))
    .toHaveTextContent(
      "By deleting this source, no events will be accepted or delivered anymore. Are you sure? Its 3 connections are deleted too.",
    );
  await screen.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(screen.getByText("The list")).toBeVisible();
  await expect.element(screen.getByText("Source deleted")).toBeVisible();
});

test("a failure has its own words", async () => {
  const { screen } = await openSettings(source, {
    [`PUT ${ONE}/disable`]: failure,
    [`DELETE ${ONE}`]: failure,
  });
  await screen.getByRole("button", { name: "Disable…" }).click();
  await expect
    .element(screen.getByRole("dialog"))
    .toHaveTextContent("By disabling this source, all its requests will be rejected.");
  await screen.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect.element(screen.getByText("Failed to disable source")).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  await screen.getByRole("button", { name: "Delete…" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(screen.getByText("Failed to delete source")).toBeVisible();
});

test("a managed source shows its token, which can only be read", async () => {
  const { screen } = await openSettings({ ...source, type: "MANAGED", config: {} });
  await expect.element(screen.getByText("Source Token", { exact: true })).toBeVisible();
  expect(screen.getByText("t0ken").query()).toBeNull();

  await screen.getByRole("button", { name: "Reveal Source Token" }).click();

  await expect.element(screen.getByText("t0ken")).toBeVisible();
  expect(screen.getByRole("checkbox").elements()).toEqual([]);
});

test("paths of values to redact are checked in words, tried, and saved alone", async () => {
  const { screen } = await openSettings(
    { ...source, config: { ...source.config, redaction: ["body.email"] } },
    {
      [`POST /dashboard-api/sources/${id}/redaction-trial`]: {
        request: { id: "req_1", created_at: source.created_at },
        paths: [
          { path: "body.email", count: 2 },
          { path: "headers.authorization", count: 0 },
        ],
        is_unreadable: false,
      },
    },
  );
  await expect.element(screen.getByRole("textbox", { name: "Path 1" })).toHaveValue("body.email");
  await screen.getByRole("button", { name: "Add a path" }).click();
  await screen.getByRole("textbox", { name: "Path 2" }).fill("authorization");
  await screen.getByRole("textbox", { name: "Path 1" }).click();
  await expect
    .element(screen.getByText("Must begin with body, headers or query, such as body.customer.email"))
    .toBeVisible();
  await screen.getByRole("textbox", { name: "Path 2" }).fill("headers.authorization");

  await screen.getByRole("button", { name: "Try on the newest request" }).click();
  await expect.element(screen.getByText("2 values", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("nothing there", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Source saved")).toBeVisible();
  expect(sent(`PUT ${ONE}`)).toEqual([
    { type: "WEBHOOK", config: { redaction: ["body.email", "headers.authorization"] } },
  ]);
});

test("a viewer sees the settings without secrets, and can change nothing", async () => {
  const { screen } = await openSettings(source, {}, "viewer");
  await expect
    .element(screen.getByRole("note"))
    .toHaveTextContent(
      "You need the member role for this. Contact your organization admin for further access.",
    );
  for (const label of ["Source name", "Description"])
    await expect.element(screen.getByLabelText(label)).toHaveAttribute("readonly");
  await expect.element(screen.getByRole("combobox", { name: "Type" })).toBeDisabled();
  await expect.element(screen.getByLabelText("API key", { exact: true })).toHaveAttribute("readonly");
  await expect.element(screen.getByLabelText("API key", { exact: true })).toHaveValue("");
  expect(screen.getByLabelText("Header", { exact: true }).elements()).toEqual([]);
  await expect
    .element(screen.getByRole("button", { name: "Delete…" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
  await expect.element(screen.getByRole("checkbox", { name: "GET", exact: true })).toBeDisabled();
});
