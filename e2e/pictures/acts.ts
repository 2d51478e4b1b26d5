/**
 * Of which states are pictures taken that no address leads to? Each line says where a person is and what they do there.
 * Here is what belongs to building a gateway, and to the frame around all pages; repair-acts.ts has the rest.
 */
import type { Page } from "@playwright/test";
import { LOADED, SAMPLE, type Screen } from "./screens.ts";
import type { Seeded } from "./seed.ts";

type Address = (seeded: Seeded) => string;
type Act = (page: Page) => Promise<void>;

export const state = (name: string, address: string | Address, act: Act): Screen => ({
  name,
  address,
  act,
  states: LOADED,
});

const sampleState = (...what: Parameters<typeof state>): Screen => ({ ...state(...what), states: SAMPLE });

export const press =
  (button: string | RegExp): Act =>
  (page) =>
    page.getByRole("button", { name: button }).first().click();

async function openFilterEditor(page: Page): Promise<void> {
  await press("Filter settings")(page);
  await press("Open filter editor")(page);
  await page.getByRole("tab", { name: /^Body (passes|fails)/ }).waitFor();
}

async function write(page: Page, editor: string, text: string): Promise<void> {
  await page.getByRole("textbox", { name: editor, exact: true }).first().fill(text);
}

async function tryOnRecent(page: Page): Promise<void> {
  await press("Try on recent requests")(page);
  await page.getByText(/Edited rules over the last/).waitFor();
}

async function run(page: Page, outcome: RegExp): Promise<void> {
  await press(/^Run transformation/)(page);
  await page.getByText(outcome).first().waitFor();
}

const invoices: Address = ({ connection }) => `/connections/${connection}/settings`;
const pushes: Address = ({ pushes: id }) => `/connections/${id}/settings`;
const warehouse: Address = ({ warehouse: id }) => `/connections/${id}/settings`;
const editor: Address = ({ transformation }) => `/transformations/${transformation}/edit`;

const PROGRESS = "**/dashboard-api/onboarding-progress";

/** The guided flow of a project that has made these parts of its newest connection. */
function guided(...made: ("source_id" | "destination_id" | "webhook_id")[]): Act {
  return async (page) => {
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().includes("/connections?") && one.ok()),
      page.goto("/connections"),
    ]);
    // As the contract says.
    const { models } = (await answer.json()) as {
      models: { id: string; source: { id: string }; destination: { id: string } }[];
    };
    const [connection] = models;
    const ids = {
      source_id: connection?.source.id,
      destination_id: connection?.destination.id,
      webhook_id: connection?.id,
    };
    const known = Object.fromEntries(made.map((name) => [name, ids[name]]));
    const nothing = { source_id: null, destination_id: null, webhook_id: null, use_case: null };
    await page.route(PROGRESS, (route) => route.fulfill({ json: { ...nothing, ...known } }));
    await page.goto("/create-first-connection");
    await page.getByRole("heading", { name: "Review events" }).waitFor();
    await page.unroute(PROGRESS);
  };
}

const FAILED_MESSAGES = {
  models: [
    {
      issue_id: "iss_0000000000000000000000",
      channel: "discord",
      error: "Discord accepts no more messages for now (429). Posthorn tries again.",
      failed_at: "2026-11-18T03:12:00.000Z",
      next_try_at: "2026-11-18T03:12:30.000Z",
    },
  ],
};

export const ACTS: readonly Screen[] = [
  state("guided-flow-destination", "/connections", guided("source_id")),
  state("guided-flow-review", "/connections", guided("source_id", "destination_id", "webhook_id")),
  state("guided-flow-edit", "/connections", async (page) => {
    await guided("source_id", "destination_id", "webhook_id")(page);
    await press("Edit destination")(page);
    await page.getByLabel("Max delivery rate").waitFor();
  }),
  state("connections-table", "/connections", (page) => page.getByText("Table", { exact: true }).click()),
  state("connections-row-menu", "/connections", async (page) => {
    await page.getByText("Table", { exact: true }).click();
    await press("Actions")(page);
    await page.getByRole("menu").waitFor();
  }),
  state("connection-new-errors", "/connections/new", async (page) => {
    // The first button with this name leads to the last step of the form.
    await page.getByRole("button", { name: "Create", exact: true }).last().click();
    await page.getByText("Fix form errors").waitFor();
  }),
  state("connection-delete", invoices, press("Delete…")),
  state("connection-leave", invoices, async (page) => {
    await page.getByLabel("Description").fill("Something else");
    await page.getByRole("link", { name: "Sources" }).first().click();
    await page.getByRole("dialog").waitFor();
  }),
  state("connection-rule-errors", invoices, async (page) => {
    await press("Retry settings")(page);
    await page.getByLabel("Count", { exact: true }).fill("51");
    await page.getByLabel("Response status codes").fill("5xx");
    await page.getByRole("checkbox", { name: "Transform" }).check();
    await page.getByRole("checkbox", { name: "Deduplicate" }).check();
    await page.getByText("Max of 50").waitFor();
  }),
  state("filter-editor-fails", invoices, async (page) => {
    await openFilterEditor(page);
    await write(
      page,
      "Filter for the body",
      '{\n  "type": "invoice.voided",\n  "data": { "$exist": true }\n}',
    );
    await page.getByRole("tab", { name: /^Body fails/ }).waitFor();
  }),
  state("filter-editor-passes", pushes, openFilterEditor),
  state("filter-editor-invalid", pushes, async (page) => {
    await openFilterEditor(page);
    await write(page, "Filter for the body", '{ "ref": "refs/heads/main" ');
    await page.getByText("Invalid JSON in filter syntax").waitFor();
  }),
  state("filter-editor-inputs", pushes, async (page) => {
    await openFilterEditor(page);
    await press("Change input")(page);
    await page.getByRole("tab", { name: "Requests" }).waitFor();
  }),
  state("rules-trial", warehouse, async (page) => {
    await page.getByRole("checkbox", { name: "Filter" }).check();
    await write(page, "Filter for the body", '{ "total": { "$gte": 60 } }');
    await tryOnRecent(page);
  }),
  state(
    "rules-trial-changes",
    ({ orders }) => `/connections/${orders}/settings`,
    async (page) => {
      await page.getByRole("checkbox", { name: "Transform" }).check();
      await page.getByRole("combobox", { name: "Transformation" }).click();
      await page.getByRole("option", { name: "slim-order" }).click();
      await tryOnRecent(page);
      await page
        .getByRole("list", { name: "Requests" })
        .getByRole("button", { name: /Changed/ })
        .first()
        .click();
    },
  ),
  state("rules-trial-fails", warehouse, async (page) => {
    await page.route(/\/rules-trial/, (route) => route.fulfill({ status: 500, json: {} }));
    await press("Try on recent requests")(page);
    await page.getByRole("complementary").getByRole("alert").waitFor();
  }),
  state("transformation-error", editor, (page) => run(page, /threw an error/)),
  state("transformation-diff", editor, async (page) => {
    await press(/^Change input/)(page);
    await page.getByRole("region", { name: "Latest executions" }).getByRole("button").last().click();
    await run(page, /successfully executed/);
    await page.getByRole("tab", { name: /^Diff/ }).click();
  }),
  state("transformation-inputs", editor, press(/^Change input/)),
  state("transformation-variables", editor, press(/^Variables/)),
  state("transformation-problem", "/transformations/new", async (page) => {
    await write(
      page,
      "Code",
      'addHandler("transform", (request) => {\n  fetch(request.url);\n  return requst;\n});\n',
    );
    await page
      .getByText(/fetch is not available/)
      .first()
      .waitFor();
  }),
  state("transformation-name", "/transformations/new", press("Confirm changes")),
  state(
    "execution",
    ({ transformation }) => `/transformations/${transformation}/executions`,
    (page) => page.getByRole("row").nth(1).getByRole("link").first().click(),
  ),
  state("source-new-stripe", "/sources/new", async (page) => {
    await page.getByRole("radio", { name: /^Stripe/ }).check();
    await page.getByRole("checkbox", { name: /^Custom response/ }).check();
  }),
  state("source-new-webhook", "/sources/new", async (page) => {
    await page.getByRole("radio", { name: /^Webhook/ }).check();
    await page.getByRole("checkbox", { name: /^Authentication/ }).check();
  }),
  state("source-new-errors", "/sources/new", press("Create source")),
  state("source-disable", ({ source }) => `/sources/${source}/settings`, press("Disable…")),
  state("destination-new-errors", "/destinations/new", press("Create destination")),
  state("destination-new-all", "/destinations/new", async (page) => {
    await page.getByLabel("Authentication method").selectOption({ label: "OAuth2 client credentials" });
    await page.getByText("Advanced configuration").click();
    await page.getByRole("checkbox", { name: /^Limit the delivery rate/ }).check();
    await page.getByRole("checkbox", { name: /^Delivery groups/ }).check();
    await press("Add a rate for one group")(page);
  }),
  sampleState("metrics-date", "/metrics/connections", press(/^Date/)),
  sampleState("metrics-export", "/metrics/connections", async (page) => {
    await press("Metrics Export")(page);
    await page.getByText("OpenTelemetry").waitFor();
  }),
  // The browser remembers the view, so this one comes after the other pictures of metrics.
  sampleState("metrics-tables", "/metrics/connections", (page) =>
    page.getByText("Tables", { exact: true }).click(),
  ),
  state("secrets-roll", "/settings/project/secrets", press("Roll API key…")),
  state("secrets-limit", "/settings/project/secrets", press("Change the limit of the key terraform…")),
  state("secrets-create", "/settings/project/secrets", press("Create API key…")),
  state("quotas-capped", "/settings/project/quotas", async (page) => {
    // A real cap this low would slow down the deliveries of all other pictures.
    const capped = { max_events_per_second: 1, retention_days: 30 };
    await page.route("**/dashboard-api/quotas", (route) => route.fulfill({ json: capped }));
    await page.reload();
    await page.getByText("event per second", { exact: true }).waitFor();
  }),
  state("quotas-retention", "/settings/project/quotas?view=retention", async (page) => {
    await page.getByLabel("Days").fill("7");
    await page.getByText(/will be deleted/).waitFor();
  }),
  state("integration-token", "/settings/project/integrations/prometheus/connect", async (page) => {
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByText(/Copy the token now/).waitFor();
  }),
  state("integrations-connected", "/settings/project/integrations", async (page) => {
    await page.getByRole("link", { name: "Configure Prometheus" }).waitFor();
  }),
  state("integration-configure", "/settings/project/integrations/prometheus/configure", async (page) => {
    await page.getByRole("dialog").waitFor();
  }),
  state("channel-configure", "/settings/project/integrations/discord/connect", async (page) => {
    await page.route("**/notifications/failed?*", (route) => route.fulfill({ json: FAILED_MESSAGES }));
    // The stand-in is a page of our own that answers well.
    await page
      .getByRole("textbox", { name: "Address of the webhook" })
      .fill(new URL("/healthz", page.url()).href);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("textbox", { name: "Discord channel" }).fill("#alerts");
    await page.getByRole("button", { name: /^Add to/ }).click();
    await page.getByRole("link", { name: "Configure Discord" }).click();
    await press("Send a test message")(page);
    await page.getByText("The test message did not arrive").waitFor();
  }),
  state("channel-disconnect", "/settings/project/integrations/discord/configure", press("Disconnect…")),
  state("channels-connected", "/settings/project/integrations", async (page) => {
    await page.getByRole("link", { name: "Configure Discord" }).waitFor();
  }),
  state("notice", "/connections", async (page) => {
    const notice = {
      text: "We move to a new database on Sunday from 02:00 to 02:20 UTC. Sources answer 503 during that time.",
      url: "https://status.example.com",
    };
    await page.route("**/dashboard-api/notice", (route) => route.fulfill({ json: { notice, alarms: [] } }));
    await page.reload();
    await page.getByText("We move to a new database").waitFor();
  }),
  state("alarms", "/connections", async (page) => {
    const alarms = [
      { name: "reload_failed", since: "2026-11-17T10:00:00.000Z" },
      { name: "take_over_failed", since: "2026-11-17T10:02:00.000Z" },
      { name: "settling_refused", since: "2026-11-17T10:05:00.000Z" },
      { name: "events_stranded", since: "2026-11-17T10:06:00.000Z" },
    ];
    await page.route("**/dashboard-api/notice", (route) => route.fulfill({ json: { notice: null, alarms } }));
    await page.reload();
    await page.getByText("The database refused").waitFor();
  }),
  ...["cURL", "SDK", "Terraform"].map((tab) =>
    state(`api-inputs-${tab.toLowerCase()}`, "/connections", async (page) => {
      await press(/^Account of/)(page);
      await page.getByRole("menuitem", { name: "API inputs" }).click();
      await page.getByRole("tab", { name: tab }).click();
      await page.getByText(/PUT \/sources|required_providers/).waitFor();
    }),
  ),
  state("account", "/connections", async (page) => {
    await press(/^Account of/)(page);
    await page.getByRole("menuitem", { name: "API inputs" }).waitFor();
  }),
  state("palette", "/connections", async (page) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("dialog").waitFor();
  }),
  state("shortcuts", "/connections", async (page) => {
    await page.keyboard.press("Shift+?");
    await page.getByRole("dialog").waitFor();
  }),
];
