import { SECRETS_LOCKED } from "@posthorn/contract/settings-texts";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { SecretsScreen } from "./secrets-screen.tsx";

const SECRETS = "GET /dashboard-api/secrets";
const ROLL_KEY = "POST /dashboard-api/secrets/api-key/roll";
const ROLL_SECRET = "POST /dashboard-api/secrets/signing-secret/roll";
const KEYS = "GET /dashboard-api/api-keys";
const CREATE = "POST /dashboard-api/api-keys";
const LIMIT = "PUT /dashboard-api/api-keys/apk_3";
const CLI_KEYS = "GET /dashboard-api/cli-keys";

let api: TestApi;
afterEach(() => api.restore());

/** "in 2 h" for as long as the test takes. */
const inTwoHours = () => new Date(Date.now() + 2.25 * 3_600_000).toISOString();

function someSecrets() {
  return {
    api_key: {
      id: "apk_1",
      key: "phk_first-secret-4kQ9",
      created_at: "2026-04-02T11:18:36.000Z",
      created_by: "Ada",
      last_used_at: null as string | null,
      rate_limit: 600,
      previous: [] as object[],
    },
    signing_secret: {
      key: "the-signing-secret-ma7x",
      created_at: "2026-02-11T09:02:14.000Z",
      created_by: null,
      headers: ["x-acme-signature", "x-acme-signature-2"],
      previous: null as object | null,
    },
  };
}

const ROLLED = { ...someSecrets().api_key, id: "apk_2", key: "phk_second-secret-w3Zt" };

const CI_KEY = {
  id: "apk_3",
  name: "CI",
  role: "member",
  expires_at: null,
  rate_limit: 600,
  last_used_at: "2026-11-15T14:31:00.000Z",
  created_at: "2026-11-01T10:00:00.000Z",
  created_by: "Ada",
};

const LAPTOP = {
  id: "clk_1",
  device_name: "laptop",
  user: { id: "usr_1", name: "Ada", email: "ada@acme.dev" },
  api_key_name: null,
  last_used_at: "2026-11-15T00:00:00.000Z",
  created_at: "2026-11-01T10:00:00.000Z",
};

async function open(answers: Answers = {}, role: "owner" | "member" = "owner") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    [SECRETS]: someSecrets(),
    [KEYS]: { models: [] },
    [CLI_KEYS]: { models: [] },
    ...answers,
  });
  const { screen } = await openScreen("/settings/project/secrets", (app: AnyRoute) => [
    createRoute({ getParentRoute: () => app, path: "settings/project/secrets", component: SecretsScreen }),
  ]);
  return screen;
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);

test("secrets are hidden until a person reveals them, but for their ends", async () => {
  const screen = await open();
  const section = screen.getByRole("region", { name: "API key", exact: true });
  await expect.element(section.getByText("4kQ9")).toBeVisible();
  await expect
    .element(section.getByText(/Created .* by Ada · never used · 600 calls per minute/))
    .toBeVisible();
  expect(document.body.textContent).not.toContain("phk_first");
  expect(document.body.textContent).not.toContain("the-signing-secret");

  await section.getByRole("button", { name: "Reveal API key" }).click();

  await expect.element(section.getByText("phk_first-secret-4kQ9")).toBeVisible();
  await expect.element(screen.getByText(/x-acme-signature-2/)).toBeVisible();
});

test("the first calls of the API are one click away", async () => {
  const screen = await open({ "GET /2025-07-01/connections": { models: [], pagination: {}, count: 0 } });
  const examples = screen.getByRole("button", { name: "API inputs" });
  await expect.element(examples).toBeVisible();
  await examples.click();

  await expect.element(screen.getByRole("dialog", { name: "API inputs" })).toBeVisible();
});

test("a roll needs a choice, and then shows the new key beside the old one's end", async () => {
  const screen = await open({
    [ROLL_KEY]: () => {
      const previous = [{ id: "apk_1", ending: "4kQ9", expires_at: inTwoHours(), last_used_at: null }];
      const rolled = { ...someSecrets(), api_key: { ...ROLLED, previous } };
      api.answers[SECRETS] = rolled;
      return rolled;
    },
  });
  await screen.getByRole("button", { name: "Roll API key…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Roll API key" });
  await dialog.getByRole("button", { name: "Roll API key" }).click();
  await expect.element(dialog.getByText("Required")).toBeVisible();
  expect(sent(ROLL_KEY)).toEqual([]);

  await dialog.getByRole("radio", { name: /In 1 hour/ }).click();
  await dialog.getByRole("button", { name: "Roll API key" }).click();

  await expect.element(screen.getByText("API key rolled")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(ROLL_KEY)).toEqual([{ delay_sec: 3_600 }]);
  const section = screen.getByRole("region", { name: "API key", exact: true });
  await expect.element(section.getByText("w3Zt")).toBeVisible();
  await expect.element(section.getByText(/The key ending in 4kQ9 expires in 2 h/)).toBeVisible();
});

test("a roll that fails says so and keeps the dialog", async () => {
  const screen = await open({
    [ROLL_SECRET]: () =>
      Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }),
  });
  await screen.getByRole("button", { name: "Roll signing secret…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Roll signing secret" });
  await dialog.getByRole("radio", { name: /Now/ }).click();
  await dialog.getByRole("button", { name: "Roll signing secret" }).click();

  await expect.element(dialog.getByText("Failed to roll signing secret: Fatal Error")).toBeVisible();
});

test("while an old signing secret is valid, the next roll can only be now", async () => {
  const { signing_secret, api_key } = someSecrets();
  const previous = { expires_at: inTwoHours() };
  const screen = await open({ [SECRETS]: { api_key, signing_secret: { ...signing_secret, previous } } });
  await expect.element(screen.getByText("The old secret expires in 2 h")).toBeVisible();

  await screen.getByRole("button", { name: "Roll signing secret…" }).click();

  const dialog = screen.getByRole("dialog", { name: "Roll signing secret" });
  await expect.element(dialog.getByRole("radio", { name: /In 24 hours/ })).toBeDisabled();
  await expect.element(dialog.getByRole("radio", { name: /Now/ })).toBeEnabled();
  await expect.element(dialog.getByText(/The secret from before the last roll is still valid/)).toBeVisible();
});

test("a further key is made with a name and a role, and shown once", async () => {
  const screen = await open({
    [CREATE]: () => {
      api.answers[KEYS] = { models: [CI_KEY] };
      return { ...CI_KEY, key: "phk_shown-once" };
    },
  });
  await expect.element(screen.getByText("No further keys.")).toBeVisible();
  await screen.getByRole("button", { name: "Create API key…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Create API key" });
  await dialog.getByRole("button", { name: "Create API key" }).click();
  await expect.element(dialog.getByText("Required", { exact: true })).toBeVisible();

  await dialog.getByRole("textbox", { name: "Name" }).fill("CI");
  await dialog.getByRole("button", { name: "Create API key" }).click();

  const made = screen.getByRole("dialog", { name: "API key created" });
  await made.getByRole("button", { name: "Reveal API key" }).click();
  await expect.element(made.getByText("phk_shown-once")).toBeVisible();
  expect(sent(CREATE)).toEqual([{ name: "CI", role: "member", rate_limit: null }]);
  await made.getByRole("button", { name: "Done" }).click();
  const row = screen.getByRole("row", { name: /CI Member 600/ });
  await expect.element(row).toBeVisible();
  expect(document.body.textContent).not.toContain("phk_shown-once");
});

test("each part of the page has a name of its own, also with keys in it", async () => {
  const screen = await open({ [KEYS]: { models: [CI_KEY] }, [CLI_KEYS]: { models: [LAPTOP] } });
  await expect.element(screen.getByRole("row", { name: /^CI Member/ })).toBeVisible();
  await expect.element(screen.getByRole("row", { name: /^laptop Ada/ })).toBeVisible();

  for (const name of ["API key", "Further API keys", "CLI keys", "Signing secret"])
    expect(screen.getByRole("region", { name, exact: true }).elements(), name).toHaveLength(1);
});

test("the limit of a further key is changed, and an empty field gives it the default", async () => {
  const screen = await open({
    [KEYS]: { models: [CI_KEY] },
    [LIMIT]: (_url, body) => {
      const changed = body as { rate_limit: number | null }; // as the contract says
      api.answers[KEYS] = { models: [{ ...CI_KEY, ...changed }] };
      return { id: CI_KEY.id, ...changed };
    },
  });
  const change = screen.getByRole("button", { name: "Change the limit of the key CI…" });
  await expect.element(change).toBeVisible();
  await change.click();
  const dialog = screen.getByRole("dialog", { name: "Limit of the key CI" });
  const field = dialog.getByRole("spinbutton", { name: "Calls per minute" });
  await expect.element(field).toHaveValue(600);
  await field.fill("0");
  const save = dialog.getByRole("button", { name: "Change limit" });
  await expect.element(save).toHaveAttribute("aria-disabled", "true");

  await field.fill("");
  await save.click();

  await expect.element(screen.getByText("Limit changed")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole("row", { name: /CI Member Default/ })).toBeVisible();
  expect(sent(LIMIT)).toEqual([{ rate_limit: null }]);
});

test("a limit that could not be changed stays in the dialog, with the reason", async () => {
  const gone = { code: "NOT_FOUND", status: 404, message: "Not found" };
  const screen = await open({
    [KEYS]: { models: [CI_KEY] },
    [LIMIT]: () => Response.json(gone, { status: 404 }),
  });
  const change = screen.getByRole("button", { name: "Change the limit of the key CI…" });
  await expect.element(change).toBeVisible();
  await change.click();
  const dialog = screen.getByRole("dialog", { name: "Limit of the key CI" });
  await dialog.getByRole("spinbutton", { name: "Calls per minute" }).fill("60");
  await dialog.getByRole("button", { name: "Change limit" }).click();

  await expect.element(dialog.getByText("Failed to change the limit: Not found")).toBeVisible();
});

test.each([
  ["the key CI", KEYS, CI_KEY, "DELETE /dashboard-api/api-keys/apk_3"],
  ["the CLI key of laptop", CLI_KEYS, LAPTOP, "DELETE /dashboard-api/cli-keys/clk_1"],
])("%s is revoked after a question", async (name, list, key, call) => {
  const screen = await open({
    [list]: { models: [key] },
    [call]: () => {
      api.answers[list] = { models: [] };
      return { id: key.id };
    },
  });
  await screen.getByRole("button", { name: `Revoke ${name}…` }).click();
  expect(sent(call)).toEqual([]);

  await screen.getByRole("button", { name: "Revoke", exact: true }).click();

  await expect.element(screen.getByText("Key revoked")).toBeVisible();
  expect(sent(call)).toHaveLength(1);
  await expect.element(screen.getByRole("button", { name: `Revoke ${name}…` })).not.toBeInTheDocument();
});

test("a member finds the locked placeholder, and asks for nothing", async () => {
  const screen = await open({}, "member");

  await expect.element(screen.getByText(SECRETS_LOCKED).first()).toBeVisible();
  expect(screen.getByText(SECRETS_LOCKED).elements()).toHaveLength(2);
  expect(sent(SECRETS)).toEqual([]);
});

test("an admin whose role was taken away meanwhile finds it too", async () => {
  const refused = { code: "FORBIDDEN", status: 403, message: "You currently don't have permission." };
  const screen = await open({ [SECRETS]: () => Response.json(refused, { status: 403 }) });

  await expect.element(screen.getByText(SECRETS_LOCKED).first()).toBeVisible();
});
