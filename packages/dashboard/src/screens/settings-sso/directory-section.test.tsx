import type { Directory, DirectorySync } from "@posthorn/contract/directory-sync";
import { DIRECTORY_NEEDS_DOMAIN, DIRECTORY_TOKENS_FULL } from "@posthorn/contract/directory-texts";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { chooseCurrentProject } from "../../resources/api/current-project.ts";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { DirectorySection } from "./directory-section.tsx";

const AT = "/settings/organization/single-sign-on";
const DIRECTORY = "/dashboard-api/organizations/org_1/directory";
const BASE_URL = "https://hooks.example.com/scim/v2";

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

const OFF: DirectorySync = { base_url: BASE_URL, directory: null };

function aDirectory(change: Partial<Directory> = {}): DirectorySync {
  return {
    base_url: BASE_URL,
    directory: {
      default_role: "member",
      last_call_at: null,
      people: 0,
      members: 0,
      other_members: 1,
      tokens: [aToken("dtk_1", "9tXe")],
      groups: [],
      ...change,
    },
  };
}

function aToken(id: string, ending: string): Directory["tokens"][number] {
  return { id, ending, created_at: "2026-11-14T14:00:00.000Z", last_used_at: null };
}

async function open(sync: DirectorySync, answers: Answers = {}, hasDomain = true) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("owner"),
    [`GET ${DIRECTORY}`]: sync,
    ...answers,
  });
  chooseCurrentProject("tm_1");
  const routes = (app: AnyRoute): AnyRoute[] => [
    createRoute({
      getParentRoute: () => app,
      path: AT,
      component: () => <DirectorySection hasDomain={hasDomain} />,
    }),
  ];
  return (await openScreen(AT, routes)).screen;
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);

test("without a proven domain it cannot be turned on, and says why", async () => {
  const screen = await open(OFF, {}, false);

  await expect
    .element(screen.getByRole("button", { name: "Turn on directory sync…" }))
    .toHaveAttribute("data-tooltip", DIRECTORY_NEEDS_DOMAIN);
});

test("it is turned on after a question, and shows the token once", async () => {
  const screen = await open(OFF, {
    [`POST ${DIRECTORY}`]: () => {
      api.answers[`GET ${DIRECTORY}`] = aDirectory();
      return { ...aDirectory(), token: "phd_secret-9tXe" };
    },
  });

  await screen.getByRole("button", { name: "Turn on directory sync…" }).click();
  await expect.element(screen.getByText(/Open invitations end/)).toBeVisible();
  await screen.getByRole("dialog").getByRole("button", { name: "Turn on" }).click();

  const dialog = screen.getByRole("dialog", { name: "Give this to your directory" });
  await expect.element(dialog.getByRole("button", { name: "Copy Token" })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.element(screen.getByText("The directory has not called yet.")).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Base URL" })).toHaveValue(BASE_URL);
  await expect.element(screen.getByRole("listitem")).toHaveTextContent(/^Token ending in 9tXeNever used/);
  expect(sent(`POST ${DIRECTORY}`)).toEqual([{ default_role: "member" }]);
});

test("groups get roles in place, and a refusal is said as the server says it", async () => {
  const groups = [
    { id: "dgr_1", name: "posthorn-admins", role: "admin" as const, members: 4 },
    { id: "dgr_2", name: "support", role: null, members: 6 },
  ];
  const screen = await open(
    aDirectory({ groups, people: 31, members: 30, last_call_at: "2026-11-15T14:30:02.000Z" }),
    {
      [`PUT ${DIRECTORY}/groups/dgr_2`]: aDirectory({ groups }),
      [`PUT ${DIRECTORY}`]: () =>
        Response.json(
          { code: "USERS_OVER_PLAN", status: 403, message: "The plan has no room." },
          { status: 403 },
        ),
    },
  );
  await expect.element(screen.getByText(/31 people synced · 30 members$/)).toBeVisible();
  await expect
    .element(screen.getByRole("row", { name: /posthorn-admins/ }))
    .toHaveTextContent("posthorn-admins4");

  await screen.getByRole("combobox", { name: "Role of support" }).selectOptions("viewer");
  await expect.poll(() => sent(`PUT ${DIRECTORY}/groups/dgr_2`)).toEqual([{ role: "viewer" }]);
  await screen.getByRole("combobox", { name: "Role of everyone else" }).selectOptions("No access");

  await expect.element(screen.getByText("The plan has no room.")).toBeVisible();
  expect(sent(`PUT ${DIRECTORY}`)).toEqual([{ default_role: null }]);
});

test("a second token rolls the first, a third is refused, and one is revoked after a question", async () => {
  const both = aDirectory({ tokens: [aToken("dtk_1", "9tXe"), aToken("dtk_2", "aB3d")] });
  const screen = await open(aDirectory(), {
    [`POST ${DIRECTORY}/tokens`]: () => {
      api.answers[`GET ${DIRECTORY}`] = both;
      return { ...both, token: "phd_secret-aB3d" };
    },
    [`DELETE ${DIRECTORY}/tokens/dtk_1`]: () =>
      (api.answers[`GET ${DIRECTORY}`] = aDirectory({ tokens: [aToken("dtk_2", "aB3d")] })),
  });

  await screen.getByRole("button", { name: "Roll token" }).click();
  await screen.getByRole("button", { name: "Done" }).click();
  await expect
    .element(screen.getByRole("button", { name: "Roll token" }))
    .toHaveAttribute("data-tooltip", DIRECTORY_TOKENS_FULL);
  await screen.getByRole("button", { name: "Revoke the token ending in 9tXe…" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();

  await expect.element(screen.getByText("Token revoked")).toBeVisible();
  await expect.element(screen.getByText("9tXe")).not.toBeInTheDocument();
});

test("it is turned off after a question", async () => {
  const screen = await open(aDirectory(), {
    [`DELETE ${DIRECTORY}`]: () => (api.answers[`GET ${DIRECTORY}`] = OFF),
  });

  await screen.getByRole("button", { name: "Turn off directory sync…" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();

  await expect.element(screen.getByRole("button", { name: "Turn on directory sync…" })).toBeVisible();
});
