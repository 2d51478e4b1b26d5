import type { ConnectionVersion, PartPlan, VersionState } from "@posthorn/contract/connection-versions";
import type { Role } from "@posthorn/contract/roles";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../../resources/connections/test-connections.ts";
import { openScreen } from "../../../resources/test-screen.tsx";
import { connectionRoutes } from "../test-connection-routes.tsx";

const connection = aConnection(1);
const { id } = connection;
const AT = `/connections/${id}/versions`;
const LIST = `GET /dashboard-api${AT}`;
const one = (version: string) => `${LIST}/${version}`;
const plan = (version: string) => `${LIST}/${version}/plan`;
const restore = (version: string) => `POST /dashboard-api${AT}/${version}/restore`;
const SEEN = {
  connection: "2026-11-14T14:00:00.000Z",
  source: "2026-11-14T14:00:01.000Z",
  destination: "2026-11-14T14:00:02.000Z",
};

function aVersion(version: string, parts: Partial<ConnectionVersion>): ConnectionVersion {
  return {
    id: version,
    created_at: "2026-11-14T14:32:18.000Z",
    by: { kind: "session", name: "Ada" },
    changes: [{ part: "connection", action: "edited", fields: ["rules.filter", "rules.order"] }],
    before: null,
    restored: null,
    ...parts,
  };
}

function aState(type: string, rate: number | null = null): VersionState {
  return {
    connection: { rules: [{ type: "filter", body: { type } }], name: "orders" },
    source: { name: "stripe", type: "WEBHOOK", config: {} },
    destination: { name: "orders-api", type: "HTTP", config: { rate_limit: rate } },
  };
}

const NEWEST = aVersion("aud_3", { before: "aud_2" });
const BY_KEY = aVersion("aud_2", {
  before: "aud_1",
  by: { kind: "api_key", name: "ci-deploy" },
  changes: [
    { part: "destination", action: "edited", fields: ["config.rate_limit"] },
    { part: "source", action: "edited", fields: ["auth"] },
  ],
});
const FIRST = aVersion("aud_1", {
  changes: [{ part: "connection", action: "created", fields: [] }],
  by: { kind: "session", name: null },
});
const NOW = aState("invoice.refunded", 5);

function aPart(part: PartPlan["part"], parts: Partial<PartPlan> = {}): PartPlan {
  const before = NOW[part];
  return {
    part,
    before,
    after: before,
    is_changed: false,
    kept: [],
    obstacle: null,
    shared_with: 0,
    ...parts,
  };
}

const PLAN = {
  seen: SEEN,
  parts: [
    aPart("connection", { is_changed: true, after: aState("invoice.paid").connection }),
    aPart("source", {
      is_changed: true,
      after: { name: "stripe-old" },
      shared_with: 2,
      kept: ["authentication"],
    }),
    aPart("destination"),
  ],
};

const listOf = (models: ConnectionVersion[], more: object = {}) => ({
  models,
  next: null,
  begins: "created",
  kept_days: 365,
  ...more,
});

let api: TestApi;
afterEach(() => api.restore());

async function open(
  answers: Answers = {},
  { address = AT, role = "member" }: { address?: string; role?: Role } = {},
) {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    [`GET /2025-07-01/connections/${id}`]: connection,
    [LIST]: listOf([NEWEST, BY_KEY, FIRST]),
    [one("aud_3")]: NOW,
    [one("aud_2")]: aState("invoice.paid", 5),
    [one("aud_1")]: aState("invoice.paid"),
    [one("now")]: NOW,
    [plan("aud_1")]: PLAN,
    ...answers,
  });
  return openScreen(address, connectionRoutes);
}

const asked = (part: string) => api.asked.filter(({ call }) => call.includes(part));

test("lists who saved what, and shows the newest beside the version before it", async () => {
  const { screen } = await open();
  const versions = screen.getByRole("region", { name: "Versions" }).getByRole("listitem");

  await expect.element(versions.nth(0)).toHaveTextContent("Filter rule, order of the rulesAda");
  await expect
    .element(versions.nth(1))
    .toHaveTextContent("Destination: rate limit · Source: credentialsAPI key ci-deploy");
  await expect.element(versions.nth(2)).toHaveTextContent("CreatedSomebody who has left");
  await expect.element(versions.nth(0).getByRole("link")).toHaveAttribute("aria-current", "true");
  const shown = screen.getByRole("region", { name: /^Version of .* by Ada$/ });
  await expect.element(shown.getByText("+1 −1 lines")).toBeVisible();
  await expect.element(shown.getByText('"type": "invoice.paid"')).toBeVisible();
  await expect.element(shown.getByText('"type": "invoice.refunded"')).toBeVisible();
  await expect
    .element(
      screen.getByText("Versions are kept for 365 days. These are all since the connection was created."),
    )
    .toBeVisible();
  await expect.element(shown.getByText(/^Secrets and the query of a URL are in no version/)).toBeVisible();
});

test("two versions are compared, the older one first, and the address says which", async () => {
  const { screen, router } = await open();
  await screen.getByRole("link", { name: /^Created/ }).click();
  await expect.element(screen.getByText("Everything is new")).toBeVisible();

  await screen.getByRole("combobox", { name: "Compared with" }).selectOptions("How it is now");

  await expect.poll(() => router.state.location.search).toEqual({ version: "aud_1", with: "now" });
  await expect.element(screen.getByText("+2 −2 lines")).toBeVisible();
  await screen.getByRole("combobox", { name: "Compared with" }).selectOptions("aud_2");
  await expect.element(screen.getByText("+1 −1 lines")).toBeVisible();
});

test("what a restore says and leaves is shown before, and the chosen parts are restored", async () => {
  const { screen, router } = await open(
    { [restore("aud_1")]: () => connection },
    { address: `${AT}?version=aud_1` },
  );
  await screen.getByRole("button", { name: "Restore…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Restore this version?" });

  await expect.element(dialog.getByText('"type": "invoice.paid"')).toBeVisible();
  await expect
    .element(dialog.getByText("2 other connections have the same source: it changes for them, too."))
    .toBeVisible();
  await expect.element(dialog.getByText("Kept as they are now")).toBeVisible();
  await expect.element(dialog.getByText("the authentication of the source")).toBeVisible();
  await expect.element(dialog.getByRole("checkbox", { name: /^Destination/ })).not.toBeInTheDocument();
  await dialog.getByRole("checkbox", { name: /^Source stripe/ }).click();
  await expect.element(dialog.getByText("the authentication of the source")).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Restore" }).click();

  await expect.element(screen.getByText("Version restored")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked("/restore").map(({ body }) => body)).toEqual([{ parts: ["connection"], seen: SEEN }]);
  expect(router.state.location.search).toEqual({});
});

test("a refusal says why, and the changes are read anew", async () => {
  const refusal = { code: "CHANGED_MEANWHILE", status: 412, message: "It was changed after you loaded it." };
  const { screen } = await open(
    { [restore("aud_1")]: () => Response.json(refusal, { status: 412 }) },
    { address: `${AT}?version=aud_1` },
  );
  await screen.getByRole("button", { name: "Restore…" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: "Restore" }).click();

  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Nothing was restoredIt was changed");
  await expect.poll(() => asked("/plan")).toHaveLength(2);
});

test("a part that cannot be restored says what to do, and is left out", async () => {
  const obstacle = "The rules of this version use a transformation, which is deleted.";
  const [first, ...others] = PLAN.parts;
  const { screen } = await open(
    {
      [plan("aud_1")]: { seen: SEEN, parts: [{ ...first, obstacle }, ...others] },
      [restore("aud_1")]: () => connection,
    },
    { address: `${AT}?version=aud_1` },
  );
  await screen.getByRole("button", { name: "Restore…" }).click();
  const dialog = screen.getByRole("dialog");

  await expect.element(dialog.getByText(obstacle)).toBeVisible();
  await expect.element(dialog.getByRole("checkbox", { name: /^Name, description and rules/ })).toBeDisabled();
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect
    .poll(() => asked("/restore").map(({ body }) => body))
    .toEqual([{ parts: ["source"], seen: SEEN }]);
});

test("what the connection is now cannot be restored", async () => {
  const { screen } = await open();
  const button = screen.getByRole("button", { name: "Restore…" });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await expect.element(button).toHaveAttribute("data-tooltip", "The connection is like this now");
});

test("what was restored, and what was before the oldest save, have words", async () => {
  const restored = { id: "aud_1", created_at: "2026-11-14T14:00:00.000Z" };
  const earliest = aVersion("earliest", { created_at: null, by: null, changes: [] });
  const { screen } = await open({
    [LIST]: listOf([aVersion("aud_3", { restored, before: "earliest" }), earliest], {
      begins: "expired",
      kept_days: 1,
    }),
    [one("earliest")]: aState("invoice.paid"),
  });

  await expect.element(screen.getByRole("link", { name: /^Restored the version of Nov 14/ })).toBeVisible();
  await expect.element(screen.getByText("Versions are kept for 1 day. Older ones are gone.")).toBeVisible();
  await screen.getByRole("link", { name: "As it was before the oldest save that is kept" }).click();
  await expect.element(screen.getByRole("region", { name: "Before the oldest save" })).toBeVisible();
});

test("older versions are on another page", async () => {
  const { screen } = await open({
    [LIST]: (url) =>
      url.searchParams.get("next") === "aud_2"
        ? listOf([FIRST])
        : listOf([NEWEST, BY_KEY], { next: "aud_2" }),
  });
  await screen.getByRole("link", { name: "Older versions" }).click();
  await expect
    .element(screen.getByRole("link", { name: /^Created/ }))
    .toHaveAttribute("aria-current", "true");
  await screen.getByRole("link", { name: "Newest versions" }).click();
  await expect
    .element(screen.getByRole("link", { name: /^Filter rule/ }))
    .toHaveAttribute("aria-current", "true");
});

test("a connection without versions says why", async () => {
  const { screen } = await open({ [LIST]: listOf([], { begins: "unrecorded", kept_days: 30 }) });
  await expect.element(screen.getByRole("heading", { name: "No versions yet" })).toBeVisible();
  await expect
    .element(
      screen.getByText(/Versions are kept for 30 days. The making of this connection was not recorded/),
    )
    .toBeVisible();
});

test("only secrets have changed", async () => {
  const { screen } = await open({ [one("aud_2")]: NOW });
  await expect.element(screen.getByText(/^Only values differ that are not kept/)).toBeVisible();
});

test("versions that cannot be loaded say so", async () => {
  const { screen } = await open({ [LIST]: () => Response.json({ message: "No" }, { status: 500 }) });
  await expect.element(screen.getByRole("button", { name: /try again/i })).toBeVisible();
});

test("a viewer is told who sees them, and asks for nothing", async () => {
  const { screen } = await open({}, { role: "viewer" });
  await expect
    .element(screen.getByRole("heading", { name: "Versions are for people who edit connections" }))
    .toBeVisible();
  expect(asked("/versions")).toEqual([]);
});
