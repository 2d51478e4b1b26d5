import { createRoute } from "@tanstack/react-router";
import { toast } from "sonner";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ConnectScreen } from "./connect-screen.tsx";
import { ConnectSearch } from "./connect-url.ts";
import { ConnectedScreen } from "./connected-screen.tsx";

const CREATE = "POST /2025-07-01/sources";
const managed = { ...aConnection(1).source, name: "acme-pay", type: "MANAGED", config: {} };
const ONE = `GET /2025-07-01/sources/${managed.id}`;
let api: TestApi;

afterEach(() => {
  api.restore();
  toast.dismiss();
});

async function openConnect(address: string, answers: Answers = {}, role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/name-is-used": { used: false },
    [CREATE]: managed,
    [ONE]: (url: URL) =>
      url.searchParams.has("include") ? { ...managed, config: { auth: { token: "t0ken" } } } : managed,
    ...answers,
  });
  return openScreen(address, (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "connect/",
      validateSearch: ConnectSearch,
      component: ConnectScreen,
    }),
    createRoute({
      getParentRoute: () => app,
      path: "connect/$source_id",
      validateSearch: ConnectSearch,
      component: ConnectedScreen,
    }),
    createRoute({ getParentRoute: () => app, path: "connections/new" }),
    createRoute({ getParentRoute: () => app, path: "sources" }),
  ]);
}

test("allowing a service makes a managed source and shows its token", async () => {
  const { screen, router } = await openConnect("/connect?provider=Acme%20Pay");
  await expect.element(screen.getByText("Acme Pay asks to send requests to payments")).toBeVisible();
  expect(screen.getByRole("list", { name: "Permissions" }).getByRole("listitem").elements()).toHaveLength(3);
  await expect.element(screen.getByLabelText("Source Name")).toHaveValue("acme-pay");
  await expect.element(screen.getByLabelText("Source Name")).toHaveFocus();

  await screen.getByRole("button", { name: "Allow" }).click();

  await expect.element(screen.getByText("acme-pay is ready")).toBeVisible();
  expect(router.state.location.href).toBe(`/connect/${managed.id}?provider=Acme%20Pay`);
  expect(api.asked.find(({ call }) => call === CREATE)?.body).toEqual({
    name: "acme-pay",
    type: "MANAGED",
    config: {},
  });
  await screen.getByRole("button", { name: "Reveal Source Token" }).click();
  await expect.element(screen.getByText("t0ken")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Create connection" }))
    .toHaveAttribute("href", `/connections/new?source_id=${managed.id}`);
  await expect.element(screen.getByRole("button", { name: "Send a test request" })).toBeVisible();
});

test("declining a service makes nothing, and says so", async () => {
  const { screen } = await openConnect("/connect?provider=Acme%20Pay");

  await screen.getByRole("button", { name: "Decline" }).click();

  await expect.element(screen.getByRole("heading", { name: "Acme Pay gets no source" })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Go to the dashboard" }))
    .toHaveAttribute("href", "/");
  expect(api.asked.filter(({ call }) => call === CREATE)).toEqual([]);
});

test("without a provider it still works, and a name is required", async () => {
  const { screen } = await openConnect(`/connect?provider=${"x".repeat(61)}`);
  await expect.element(screen.getByText("A service asks to send requests to payments")).toBeVisible();

  await screen.getByRole("button", { name: "Allow" }).click();

  await expect.element(screen.getByText("Required", { exact: true })).toBeVisible();
});

test("a viewer may not allow, and does not see the token", async () => {
  const { screen } = await openConnect(`/connect/${managed.id}`, {}, "viewer");

  await expect.element(screen.getByText(/^The token is hidden\. You need the member role/)).toBeVisible();
});

test("a viewer sees why they cannot allow it, and types nothing in vain", async () => {
  const { screen } = await openConnect("/connect?provider=zoom", {}, "viewer");

  await expect.element(screen.getByText("You need the member role for this.")).toBeVisible();
  await expect.element(screen.getByLabelText("Source Name")).toHaveAttribute("readonly");
});

test("a source that does not exist, that was deleted, or that has no token says so", async () => {
  const { screen } = await openConnect("/connect/src_1");
  await expect.element(screen.getByRole("heading", { name: "Source not found" })).toBeVisible();
  await screen.unmount();
  api.restore();

  const gone = await openConnect(`/connect/${managed.id}`, {
    [ONE]: Response.json({ code: "GONE", status: 410, message: "Gone" }, { status: 410 }),
  });
  await expect.element(gone.screen.getByRole("heading", { name: "Source deleted" })).toBeVisible();
  await gone.screen.unmount();
  api.restore();

  const plain = await openConnect(`/connect/${managed.id}`, { [ONE]: aConnection(1).source });
  await expect.element(plain.screen.getByText("This source has no token")).toBeVisible();
});
