import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aTrigger } from "../../resources/issue-triggers/test-issue-triggers.ts";
import { aSessionWith } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { IntegrationsScreen } from "./integrations-screen.tsx";

const LIST = "GET /dashboard-api/team-integrations";
const CREATE = "POST /dashboard-api/team-integrations";
const TRIGGERS = "GET /2025-07-01/issue-triggers";
const ATTACH = "POST /dashboard-api/issue-triggers/attach-channels";
const FAILED = "GET /dashboard-api/notifications/failed";
const TEST = "POST /dashboard-api/notifications/test";
const AT = "/settings/project/integrations";

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  const page = createRoute({
    getParentRoute: () => app,
    path: "settings/project/integrations",
    component: IntegrationsScreen,
  });
  const dialogs = ["connect", "configure"].map((dialog) =>
    createRoute({ getParentRoute: () => page, path: `$provider/${dialog}` }),
  );
  const plans = createRoute({ getParentRoute: () => app, path: "settings/organization/plans" });
  return [page.addChildren(dialogs), plans];
}

const DATADOG = {
  id: "tin_1",
  provider: "datadog",
  features: ["metrics"],
  configs: { site: "datadoghq.eu" },
  succeeded_at: "2026-11-15T14:31:40.000Z",
  error: null,
  next_push_at: "2026-11-15T14:32:40.000Z",
  created_at: "2026-11-01T10:00:00.000Z",
};

async function open(address: string, answers: Answers = {}, role: "owner" | "member" = "owner") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    [LIST]: { models: [], has_mail_server: true },
    [TRIGGERS]: aPageOf([]),
    [FAILED]: { models: [] },
    ...answers,
  });
  return openScreen(address, routes);
}

const SLACK = {
  ...DATADOG,
  id: "tin_3",
  provider: "slack",
  features: ["notification"],
  configs: {},
  next_push_at: null,
};
const WEBHOOK = { ...SLACK, configs: { host: "hooks.slack.com" } };
const TOLD = aTrigger({ channels: { email: {}, slack: { channel_name: "#alerts" } } });
const UNTOLD = aTrigger({ id: "it_0000000000000000000002", name: null, type: "backpressure" });

const body = (call: string) => api.asked.find((one) => one.call === call)?.body;
const sent = () => api.asked.find(({ call }) => call === CREATE)?.body;

test("each provider says what it does, and whether its metrics arrive", async () => {
  const failing = {
    ...DATADOG,
    id: "tin_2",
    provider: "opentelemetry",
    configs: { url: "https://otel.acme.dev/otlp" },
  };
  const { screen } = await open(AT, {
    [LIST]: { models: [DATADOG, { ...failing, error: "The provider answered 503." }] },
  });

  await expect.element(screen.getByRole("heading", { name: /^Datadog/ })).toHaveTextContent("Connected");
  await expect.element(screen.getByText(/datadoghq\.eu · last sent/)).toBeVisible();
  await expect
    .element(screen.getByRole("heading", { name: /^OpenTelemetry/ }))
    .toHaveTextContent("Not arriving");
  await expect.element(screen.getByText("The provider answered 503.")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Connect Prometheus" }))
    .toHaveAttribute("href", `${AT}/prometheus/connect`);
  await expect
    .element(screen.getByText("Events and payloads never leave Posthorn.", { exact: false }))
    .toBeVisible();
});

test("a list that cannot be loaded says so and can be tried again", async () => {
  const { screen } = await open(AT, { [LIST]: () => new Response("", { status: 503 }) });

  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("Prometheus gets its token once, and the dialog stays until it is copied", async () => {
  const prometheus = { ...DATADOG, provider: "prometheus", configs: {}, next_push_at: null };
  const { screen } = await open(`${AT}/prometheus/connect`, {
    [CREATE]: { ...prometheus, token: "phm_secret" },
  });
  api.answers[LIST] = () => ({ models: sent() === undefined ? [] : [prometheus] });

  await screen.getByRole("button", { name: "Connect", exact: true }).click();

  await expect.element(screen.getByRole("heading", { name: "Prometheus connected" })).toBeVisible();
  await screen.getByRole("button", { name: "Reveal Token" }).click();
  await expect.element(screen.getByText("phm_secret")).toBeVisible();
  await expect
    .element(screen.getByText("Copy the token now. Posthorn does not show it again."))
    .toBeVisible();
  await screen.getByRole("button", { name: "Done" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

test("what is wrong is said beside its field, and the provider's refusal with its reason", async () => {
  const refused = {
    code: "BAD_REQUEST",
    status: 400,
    message: "Verification failed. The provider answered 404.",
  };
  const { screen } = await open(`${AT}/opentelemetry/connect`, {
    [CREATE]: () => Response.json(refused, { status: 400 }),
  });
  const connect = screen.getByRole("button", { name: "Connect", exact: true });

  await connect.click();
  await expect.element(screen.getByLabelText("URL")).toHaveAccessibleDescription(/Required/);
  await screen.getByLabelText("URL").fill("https://otel.acme.dev");
  await screen.getByLabelText("Headers").fill("api-key: secret");
  await connect.click();

  await expect.element(screen.getByText("Failed to create your integration, try again!")).toBeVisible();
  await expect.element(screen.getByText("Verification failed. The provider answered 404.")).toBeVisible();
  expect(sent()).toEqual({
    provider: "opentelemetry",
    configs: { url: "https://otel.acme.dev", headers: { "api-key": "secret" } },
  });
});

test("a connected provider shows where metrics go and can be disconnected after a question", async () => {
  const { screen } = await open(`${AT}/datadog/configure`, {
    [LIST]: { models: [{ ...DATADOG, error: "The provider refused the credentials (403)." }] },
    "DELETE /dashboard-api/team-integrations/tin_1": { id: "tin_1" },
  });

  const dialog = screen.getByRole("dialog", { name: "Datadog" });
  await expect.element(dialog.getByText("The provider refused the credentials (403).")).toBeVisible();
  await expect.element(dialog.getByText(/Posthorn tries again at/)).toBeVisible();
  await dialog.getByRole("button", { name: "Disconnect…" }).click();
  await expect
    .element(screen.getByText("Posthorn sends it no more metrics and forgets its credentials."))
    .toBeVisible();
  await screen.getByRole("button", { name: "Disconnect", exact: true }).click();

  await expect.element(screen.getByText("Datadog disconnected")).toBeVisible();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

test("a member sees everything and may connect nothing", async () => {
  const { screen } = await open(`${AT}/datadog/connect`, {}, "member");

  await expect
    .element(screen.getByRole("button", { name: "Connect", exact: true }))
    .toHaveAttribute(
      "data-tooltip",
      "You need the admin role for this. Contact your organization admin for further access.",
    );
});

test.each(["nobody/connect", "datadog/configure"])(
  "%s opens no dialog where there is nothing to show",
  async (path) => {
    const { screen } = await open(`${AT}/${path}`);

    await expect.element(screen.getByRole("link", { name: "Connect Datadog" })).toBeVisible();
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  },
);

test("each channel says whether it is connected and how many triggers tell it", async () => {
  const { screen } = await open(AT, {
    [LIST]: { models: [WEBHOOK], has_mail_server: true },
    [TRIGGERS]: aPageOf([TOLD, UNTOLD]),
  });

  await expect.element(screen.getByRole("heading", { name: /^Slack/ })).toHaveTextContent("Connected");
  await expect.element(screen.getByText("hooks.slack.com · 1 trigger")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: /^Email/ })).toHaveTextContent("Connected");
  await expect.element(screen.getByText("2 triggers", { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Connect Opsgenie" }))
    .toHaveAttribute("href", `${AT}/opsgenie/connect`);
});

test("without a mail server, email says so and what to do", async () => {
  const { screen } = await open(`${AT}/email/configure`, {
    [LIST]: { models: [], has_mail_server: false },
    [TEST]: { models: [{ channel: "email", error: "Posthorn has no mail server." }] },
  });

  // The dialog hides the page below it from assistive technology.
  const card = screen.getByRole("heading", { name: /^Email No mail server/, includeHidden: true });
  await expect.element(card).toBeInTheDocument();
  const dialog = screen.getByRole("dialog", { name: "Email" });
  await expect.element(dialog.getByText("Posthorn has no mail server, so nobody gets mail")).toBeVisible();
  await dialog.getByRole("button", { name: "Send a test message" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Posthorn has no mail server.");
  expect(body(TEST)).toEqual({ channels: { email: {} } });
});

test("a refused token is explained, and the person continues in its field", async () => {
  const refused = {
    code: "BAD_REQUEST",
    status: 400,
    message: "Verification failed. Slack does not accept the token. Connect Slack again with a new one.",
  };
  const { screen } = await open(`${AT}/slack/connect`, {
    [CREATE]: () => Response.json(refused, { status: 400 }),
  });

  await screen.getByRole("textbox", { name: "Bot token" }).fill("xoxb-old");
  await screen.getByRole("button", { name: "Connect", exact: true }).click();

  await expect.element(screen.getByText("Failed to create your integration, try again!")).toBeVisible();
  await expect.element(screen.getByText(refused.message)).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Bot token" })).toHaveFocus();
});

test("a server that does not answer is not the provider's refusal", async () => {
  const { screen } = await open(`${AT}/pagerduty/connect`, {
    [CREATE]: () => new Response("", { status: 502 }),
  });

  await screen.getByRole("textbox", { name: "Integration key" }).fill("R0");
  await screen.getByRole("button", { name: "Connect", exact: true }).click();

  await expect.element(screen.getByText("Failed to connect PagerDuty, try again!")).toBeVisible();
});

test("a connected channel can be added to all triggers at once", async () => {
  const { screen } = await open(`${AT}/slack/connect`, {
    [CREATE]: { ...WEBHOOK, token: null },
    [TRIGGERS]: aPageOf([UNTOLD, aTrigger()]),
    [ATTACH]: { count: 2 },
  });

  await screen.getByRole("radio", { name: /Incoming webhook/ }).click();
  await screen.getByRole("textbox", { name: "Address of the webhook" }).fill("https://hooks.slack.com/x");
  await screen.getByRole("button", { name: "Connect", exact: true }).click();
  await expect.element(screen.getByRole("heading", { name: "Slack connected" })).toBeVisible();
  await screen.getByRole("button", { name: "Add to all 2 triggers" }).click();
  await expect.element(screen.getByText("Required")).toBeVisible();
  await screen.getByRole("textbox", { name: "Slack channel" }).fill(" #alerts ");
  await screen.getByRole("button", { name: "Add to all 2 triggers" }).click();

  await expect.element(screen.getByText("Slack added to 2 triggers")).toBeVisible();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(body(ATTACH)).toEqual({ channels: { slack: { channel_name: "#alerts" } } });
});

test("a channel that could not be added says so and stays open", async () => {
  const { screen } = await open(`${AT}/slack/connect`, {
    [CREATE]: { ...SLACK, provider: "pagerduty", token: null },
    [TRIGGERS]: aPageOf([UNTOLD]),
    [ATTACH]: () => new Response("", { status: 503 }),
  });

  await screen.getByRole("textbox", { name: "Bot token" }).fill("xoxb-1");
  await screen.getByRole("button", { name: "Connect", exact: true }).click();
  await screen.getByRole("textbox", { name: "Slack channel" }).fill("#alerts");
  await screen.getByRole("button", { name: "Add to 1 trigger" }).click();

  await expect.element(screen.getByText("Failed to attach integration, try again!")).toBeVisible();
  await screen.getByRole("button", { name: "Not now" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

test("a bot's test goes to the channel that a trigger names, and its result is shown", async () => {
  const problem = 'The bot is not in the channel "#ops". Invite it there.';
  const { screen } = await open(`${AT}/slack/configure`, {
    [LIST]: { models: [SLACK], has_mail_server: true },
    [TRIGGERS]: aPageOf([TOLD]),
    [TEST]: (_url: URL, asked: unknown) => ({
      models: [{ channel: "slack", error: JSON.stringify(asked).includes("#ops") ? problem : null }],
    }),
  });
  const dialog = screen.getByRole("dialog", { name: "Slack" });

  await expect.element(dialog.getByLabelText("Channel of the test")).toHaveValue("#alerts");
  await dialog.getByRole("button", { name: "Send a test message" }).click();
  await expect.element(dialog.getByText("The test message has arrived at #alerts")).toBeVisible();
  await dialog.getByLabelText("Channel of the test").fill("#ops");
  await dialog.getByRole("button", { name: "Send a test message" }).click();

  await expect.element(dialog.getByText("The test message did not arrive")).toBeVisible();
  await expect.element(dialog.getByText(problem)).toBeVisible();
});

test("messages that did not arrive say why, and whether Posthorn tries again", async () => {
  const failure = {
    issue_id: "iss_1",
    channel: "slack",
    error: "Slack does not accept the token. Connect Slack again with a new one.",
    failed_at: "2026-11-15T14:31:40.000Z",
    next_try_at: "2026-11-15T14:32:40.000Z",
  };
  const { screen } = await open(`${AT}/slack/configure`, {
    [LIST]: { models: [{ ...WEBHOOK, error: failure.error }], has_mail_server: true },
    [FAILED]: { models: [failure, { ...failure, issue_id: "iss_2", next_try_at: null }] },
  });
  const part = screen.getByRole("region", { name: "Messages that did not arrive" });

  await expect.element(part.getByText(/Posthorn tries again/).first()).toBeVisible();
  await expect.element(part.getByText(/Posthorn has given up/)).toBeVisible();
  await expect
    .element(part.getByRole("link", { name: "Open the issue" }).first())
    .toHaveAttribute("href", "/issues/iss_1");
});

test("disconnecting a channel names the triggers that tell it", async () => {
  const { screen } = await open(`${AT}/slack/configure`, {
    [LIST]: { models: [WEBHOOK], has_mail_server: true },
    [TRIGGERS]: aPageOf([TOLD, UNTOLD]),
    "DELETE /dashboard-api/team-integrations/tin_3": { id: "tin_3" },
  });

  await screen.getByRole("button", { name: "Disconnect…" }).click();
  await expect
    .element(screen.getByRole("dialog", { name: "Disconnect Slack?" }))
    .toHaveTextContent(/1 trigger tells it now, .* until it is connected again: checkout-critical\./);
  await screen.getByRole("button", { name: "Disconnect", exact: true }).click();

  await expect.element(screen.getByText("Slack disconnected")).toBeVisible();
});

test("closing the dialog with typed credentials asks first, and a connected provider asks nothing", async () => {
  const { screen, router } = await open(`${AT}/datadog/connect`, { [CREATE]: { ...DATADOG, token: null } });
  const question = screen.getByText("Are you sure you want to quit without saving your work?");

  await screen.getByLabelText("API key").fill("dd-secret");
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).toBeVisible();
  expect(router.state.location.pathname).toBe(`${AT}/datadog/connect`);
  await screen.getByRole("button", { name: "Keep editing" }).click();

  await screen.getByRole("button", { name: "Connect", exact: true }).click();
  await expect.element(screen.getByText("Datadog connected")).toBeVisible();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe(AT);
});

test("what the plan leaves out says so and does not open; what is connected can be disconnected", async () => {
  const { screen } = await open(`${AT}/slack/connect`, {
    "GET /dashboard-api/session": aSessionWith("owner", { features: ["metrics", "metrics_export"] }),
    [LIST]: { models: [{ ...SLACK, provider: "discord" }], has_mail_server: true },
  });

  const slack = screen.getByRole("button", { name: "Connect Slack" });
  await expect.element(slack).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(slack)
    .toHaveAttribute("data-tooltip", "Your plan, Developer, does not include: All integrations.");
  await expect
    .element(screen.getByRole("link", { name: "Upgrade plan" }))
    .toHaveAttribute("href", "/settings/organization/plans?highlight=all_integrations");
  expect(screen.getByRole("dialog").elements()).toEqual([]);
  await expect.element(screen.getByRole("link", { name: "Configure Discord" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Configure Email" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Connect Datadog" })).toBeVisible();
});
