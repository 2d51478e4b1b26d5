import type { Account, Passkey } from "@posthorn/contract/account";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ProfileScreen } from "./profile-screen.tsx";

const ACCOUNT = "GET /dashboard-api/account";
const BEGIN = "POST /auth/account/passkeys/begin";
const ADD = "POST /auth/account/passkeys/add";
const RENAME = "POST /auth/account/passkeys/rename";
const REMOVE = "POST /auth/account/passkeys/remove";
const DONE = { status: true };

const LAPTOP: Passkey = {
  id: "p1",
  name: "MacBook Pro",
  kind: "device",
  created_at: "2026-06-11T10:00:00.000Z",
  last_used_at: "2026-11-15T08:02:17.000Z",
};
const KEY: Passkey = { ...LAPTOP, id: "p2", name: "Security key", kind: "security_key", last_used_at: null };

function accountWith(...passkeys: Passkey[]): Account {
  return {
    name: "Ada Lovell",
    email: "ada@example.com",
    email_change: null,
    password_changed_at: "2026-08-03T10:00:03.000Z",
    two_factor: null,
    passkeys,
    sessions: [],
    owned_organizations: [],
    can_send_mail: true,
  };
}

/** What the server gives the browser to create a passkey from. */
const OPTIONS = {
  challenge: "Y2hhbGxlbmdl",
  rp: { id: "localhost", name: "Posthorn" },
  user: { id: "dXNlcg", name: "ada@example.com", displayName: "ada@example.com" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
};

let api: TestApi;
afterEach(() => {
  api.restore();
  vi.restoreAllMocks();
});

async function open(account: Account, answers: Answers = {}) {
  api = answerApi({ [ACCOUNT]: account, ...answers });
  const { screen } = await openScreen("/settings/account/profile", (app) => [
    createRoute({ getParentRoute: () => app, path: "settings/account/profile", component: ProfileScreen }),
  ]);
  return screen;
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);

test("each passkey has its name, and when it was added and used", async () => {
  const screen = await open(accountWith(LAPTOP, KEY));

  const rows = screen.getByRole("list", { name: "Passkeys" }).getByRole("listitem");

  await expect.element(rows.nth(0)).toHaveTextContent(/MacBook Pro.*added Jun 11.*used Nov 15/);
  await expect.element(rows.nth(1)).toHaveTextContent(/Security key.*never used/);
});

test("a passkey gets another name", async () => {
  const screen = await open(accountWith(LAPTOP), { [RENAME]: DONE });

  await screen.getByRole("button", { name: "Rename MacBook Pro" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("MacBook Pro");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Work laptop");
  api.answers[ACCOUNT] = accountWith({ ...LAPTOP, name: "Work laptop" });
  await dialog.getByRole("button", { name: "Rename" }).click();

  await expect.element(screen.getByRole("list", { name: "Passkeys" })).toHaveTextContent("Work laptop");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(RENAME)).toEqual([{ id: "p1", name: "Work laptop" }]);
});

test("a passkey is removed with the password", async () => {
  const screen = await open(accountWith(LAPTOP), { [REMOVE]: DONE });

  await screen.getByRole("button", { name: "Remove MacBook Pro…" }).click();
  await screen.getByLabelText("Current password").fill("right password");
  api.answers[ACCOUNT] = accountWith();
  await screen.getByRole("button", { name: "Remove passkey" }).click();

  await expect.element(screen.getByRole("list", { name: "Passkeys" })).not.toBeInTheDocument();
  expect(sent(REMOVE)).toEqual([{ id: "p1", password: "right password" }]);
});

test("a person who cancels in the browser can try again, and nothing is added", async () => {
  const create = vi
    .spyOn(navigator.credentials, "create")
    .mockRejectedValue(new DOMException("cancelled", "NotAllowedError"));
  const screen = await open(accountWith(), { [BEGIN]: OPTIONS });

  await screen.getByRole("button", { name: "Add passkey" }).click();
  await screen.getByLabelText("Current password").fill("right password");
  const name = screen.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await expect.element(name).toHaveValue(expect.stringContaining("Chrome"));
  await name.fill("MacBook Pro");
  await screen.getByRole("button", { name: "Continue" }).click();

  await expect.element(screen.getByRole("alert")).toHaveTextContent("No passkey was used");
  await expect.element(name).toHaveValue("MacBook Pro");
  expect(create).toHaveBeenCalledOnce();
  expect(sent(BEGIN)).toEqual([{ password: "right password" }]);
  expect(sent(ADD)).toEqual([]);
});

test("a device that has one already says so", async () => {
  vi.spyOn(navigator.credentials, "create").mockRejectedValue(new DOMException("known", "InvalidStateError"));
  const screen = await open(accountWith(LAPTOP), { [BEGIN]: OPTIONS });

  await screen.getByRole("button", { name: "Add passkey" }).click();
  await screen.getByLabelText("Current password").fill("right password");
  await screen.getByRole("button", { name: "Continue" }).click();

  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("This device has a passkey of your account already");
});
