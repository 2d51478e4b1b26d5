import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { IntegrationsScreen } from "./integrations-screen.tsx";

const LIST = "GET /dashboard-api/team-integrations";
const CREATE = "POST /dashboard-api/team-integrations";
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
  return [page.addChildren(dialogs)];
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

async function open(address: string, answers: Answers = {}, role: "owner" | "viewer" = "owner") {
  api = answerApi({ "GET /dashboard-api/session": aSession(role), [LIST]: { models: [] }, ...answers });
  return openScreen(address, routes);
}

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

test("a viewer sees everything and may change nothing", async () => {
  const { screen } = await open(`${AT}/datadog/connect`, {}, "viewer");

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

    await expect.element(screen.getByRole("heading", { name: "Integrations" })).toBeVisible();
    await expect.element(screen.getByRole("link", { name: "Connect Datadog" })).toBeVisible();
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  },
);
