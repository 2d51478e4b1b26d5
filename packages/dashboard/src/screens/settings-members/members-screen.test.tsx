import type { OrganizationInvitation, OrganizationMember } from "@posthorn/contract/organizations";
import type { Role } from "@posthorn/contract/roles";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import {
  DIRECTORY_ADDS_PEOPLE,
  DIRECTORY_GIVES_ROLES,
  DIRECTORY_REMOVES_PEOPLE,
} from "@posthorn/contract/directory-texts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aSessionWith } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { HeaderSlot, PageActionsContext } from "../../ui/page-actions.tsx";
import { recordClipboard } from "../../ui/test-clipboard.ts";
import { MembersScreen } from "./members-screen.tsx";
import { MembersSearch } from "./members-url.ts";

const AT = "/settings/organization/members";
const SESSION = "GET /dashboard-api/session";
const MEMBERS = "GET /dashboard-api/organizations/org_1/members";
const INVITATIONS = "GET /dashboard-api/organizations/org_1/invitations";
const INVITE = "POST /dashboard-api/organizations/org_1/invitations";

const DAY_MS = 24 * 60 * 60 * 1000;

const ADA = aMember("mem_1", "usr_1", "Ada Lovell", "owner");
const GRACE = aMember("mem_2", "usr_2", "Grace", "member");

function aMember(id: string, user_id: string, user_name: string, role: Role): OrganizationMember {
  const user_email = `${user_name.split(" ")[0]?.toLowerCase()}@acme.dev`;
  return {
    id,
    user_id,
    user_name,
    user_email,
    role,
    is_synced: false,
    status: "ACTIVE",
    created_at: "2026-11-09T08:21:40.000Z",
  };
}

function anInvitation(email: string, days: number): OrganizationInvitation {
  return {
    id: `inv_${email}`,
    email,
    role: "viewer",
    inviter_name: "Ada Lovell",
    expires_at: new Date(Date.now() + days * DAY_MS).toISOString(),
    is_expired: days < 0,
    created_at: "2026-11-09T08:21:40.000Z",
  };
}

let api: TestApi;
afterEach(() => api.restore());

function Framed() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <PageActionsContext value={slot}>
      <HeaderSlot ref={setSlot} />
      <MembersScreen />
    </PageActionsContext>
  );
}

function routes(app: AnyRoute): AnyRoute[] {
  const members = createRoute({
    getParentRoute: () => app,
    path: "settings/organization/members",
    validateSearch: MembersSearch,
    component: Framed,
  });
  return [
    members.addChildren([createRoute({ getParentRoute: () => members, path: "add" })]),
    createRoute({ getParentRoute: () => app, path: "events", component: () => <p>Events are here</p> }),
    createRoute({ getParentRoute: () => app, path: "projects", component: () => <p>Projects are here</p> }),
    createRoute({ getParentRoute: () => app, path: "settings/organization/plans" }),
  ];
}

async function open(address: string, role: Role, answers: Answers = {}) {
  api = answerApi({
    [SESSION]: aSession(role),
    [MEMBERS]: (url: URL) => {
      const searched = url.searchParams.get("search") ?? "";
      return { models: [ADA, GRACE].filter(({ user_name }) => user_name.toLowerCase().includes(searched)) };
    },
    [INVITATIONS]: { models: [], has_mail_server: true },
    ...answers,
  });
  return openScreen(address, routes);
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);
const refused = (message: string, status = 422, data: string[] = [message]) =>
  Response.json({ code: "UNPROCESSABLE_ENTITY", status, message, data }, { status });

test("the owner sees everybody with role and way out, and both lists are counted", async () => {
  const { screen } = await open(AT, "owner");

  const ada = screen.getByRole("row", { name: /Ada Lovell/ });
  await expect.element(ada).toHaveTextContent("ada@acme.dev");
  await expect.element(ada).toHaveTextContent("Ada Lovell you");
  await expect.element(ada).toHaveTextContent("Owner");
  await expect
    .element(ada.getByRole("button", { name: "Leave…" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("Make another member the owner first."));
  await expect.element(screen.getByRole("tab", { name: "Members" })).toHaveTextContent("Members2");
  await expect.element(screen.getByRole("tab", { name: "Invited" })).toHaveTextContent("Invited0");
});

test("a role is changed in place, and a refusal is said as the server says it", async () => {
  const change = "PUT /dashboard-api/organizations/org_1/members/mem_2";
  const { screen } = await open(AT, "admin", { [change]: { ...GRACE, role: "viewer" } });
  const role = screen.getByRole("combobox", { name: "Role of Grace" });
  await expect.element(role).toHaveValue("member");
  await expect.element(screen.getByRole("option", { name: "Owner…" })).not.toBeInTheDocument();

  await role.selectOptions("Viewer");
  await expect.element(screen.getByText("Grace is now viewer")).toBeVisible();
  expect(sent(change)).toEqual([{ role: "viewer" }]);

  api.answers[change] = () => refused("You are not an admin any more.", 403);
  await role.selectOptions("Admin");
  await expect.element(screen.getByText("The role was not changed")).toBeVisible();
  await expect.element(screen.getByText("You are not an admin any more.")).toBeVisible();
});

test("the owner hands the organization on only after a clear question", async () => {
  const change = "PUT /dashboard-api/organizations/org_1/members/mem_2";
  const { screen } = await open(AT, "owner", { [change]: { ...GRACE, role: "owner" } });
  const role = screen.getByRole("combobox", { name: "Role of Grace" });
  await expect.element(role).toBeVisible();

  await role.selectOptions("Owner…");
  await expect.element(screen.getByRole("dialog", { name: "Make Grace the owner?" })).toBeVisible();
  await expect.element(screen.getByText(/becomes the owner of Acme, and you become an admin/)).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(role).toHaveValue("member");
  expect(sent(change)).toEqual([]);

  await role.selectOptions("Owner…");
  await screen.getByRole("button", { name: "Hand on the organization" }).click();
  await expect.element(screen.getByText("Grace is now owner")).toBeVisible();
  expect(sent(change)).toEqual([{ role: "owner" }]);
});

test("a person is removed after a question, and nobody removes the owner", async () => {
  const remove = "DELETE /dashboard-api/organizations/org_1/members/mem_2";
  const { screen } = await open(AT, "admin", {
    [SESSION]: { ...aSession("admin"), user: { id: "usr_3", name: "Linus", email: "linus@acme.dev" } },
    [remove]: { id: "mem_2" },
  });
  await expect
    .element(screen.getByRole("button", { name: "Remove Ada Lovell…" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("The owner cannot leave or be removed"));

  await screen.getByRole("button", { name: "Remove Grace…" }).click();
  await screen.getByRole("button", { name: "Remove", exact: true }).click();

  await expect.element(screen.getByText("Grace was removed")).toBeVisible();
  expect(sent(remove)).toHaveLength(1);
});

test("a person leaves, and the tab goes on with another project", async () => {
  const session = aSession("member");
  const leave = "POST /dashboard-api/organizations/org_1/leave";
  const both = {
    ...session,
    user: { id: "usr_2", name: "Grace", email: "grace@acme.dev" },
    organizations: [...session.organizations, { id: "org_2", name: "Elsewhere", role: "owner" }],
    projects: [...session.projects, { ...session.projects[0], id: "tm_2", organization_id: "org_2" }],
  };
  const { screen } = await open(AT, "member", {
    [SESSION]: both,
    [leave]: () => {
      api.answers[SESSION] = { ...both, projects: both.projects.slice(1) };
      return { id: "org_1" };
    },
  });

  await screen.getByRole("button", { name: "Leave…" }).click();
  await screen.getByRole("button", { name: "Leave", exact: true }).click();

  await expect.element(screen.getByText("Events are here")).toBeVisible();
  await expect.element(screen.getByText("You have left Acme")).toBeVisible();
  expect(sent(leave)).toHaveLength(1);
});

test("a member sees the list and the reason, and nothing in it can be changed", async () => {
  const { screen } = await open(AT, "member", {
    [SESSION]: { ...aSession("member"), user: { id: "usr_3", name: "Linus", email: "linus@acme.dev" } },
  });

  await expect.element(screen.getByRole("note")).toHaveTextContent("You need the admin role for this.");
  await expect.element(screen.getByRole("combobox", { name: "Role of Grace" })).toBeDisabled();
  for (const name of ["Invite members", "Remove Grace…"])
    await expect
      .element(screen.getByRole("button", { name }))
      .toHaveAttribute("data-tooltip", expect.stringContaining("You need the admin role"));
});

test("a search is asked of the server and kept in the address", async () => {
  const { screen, router } = await open(AT, "owner");
  await expect.element(screen.getByRole("row", { name: /Grace/ })).toBeVisible();

  await screen.getByRole("searchbox", { name: "Search members" }).fill("ada");
  await expect.element(screen.getByRole("row", { name: /Grace/ })).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({ search: "ada" });
  await expect.element(screen.getByRole("tab", { name: "Members" })).toHaveTextContent("Members2");

  await screen.getByRole("searchbox", { name: "Search members" }).fill("nobody");
  await expect.element(screen.getByText("No matching users found.")).toBeVisible();
});

test("invitations say how long they work, are sent again, and are revoked after a question", async () => {
  const fresh = anInvitation("linus@acme.dev", 6.9);
  const old = anInvitation("barbara@acme.dev", -1);
  const resend = `POST /dashboard-api/organizations/org_1/invitations/${encodeURIComponent(old.id)}/resend`;
  const revoke = `DELETE /dashboard-api/organizations/org_1/invitations/${encodeURIComponent(fresh.id)}`;
  const { screen } = await open(`${AT}?tab=invited`, "admin", {
    [INVITATIONS]: { models: [fresh, old], has_mail_server: true },
    [resend]: { ...old, is_expired: false, link: null },
    [revoke]: { id: fresh.id },
  });

  const row = screen.getByRole("row", { name: /linus@acme\.dev/ });
  await expect.element(row).toHaveTextContent("in 7 days");
  await expect.element(row).toHaveTextContent("Viewer");
  await expect.element(row).toHaveTextContent("Ada Lovell");
  await expect.element(screen.getByRole("row", { name: /barbara@acme\.dev/ })).toHaveTextContent("Expired");

  await screen.getByRole("button", { name: "Resend the invitation of barbara@acme.dev" }).click();
  await expect.element(screen.getByText(/^Invitation sent to barbara@acme\.dev again/)).toBeVisible();
  await screen.getByRole("button", { name: "Revoke the invitation of linus@acme.dev…" }).click();
  await screen.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect.element(screen.getByText("The invitation of linus@acme.dev was revoked")).toBeVisible();
  expect([sent(resend).length, sent(revoke).length]).toEqual([1, 1]);
});

test("no invitations, none that match, and a list that cannot be loaded each say so", async () => {
  const { screen, router } = await open(`${AT}?tab=invited`, "owner");
  await expect.element(screen.getByText("There are no pending invitations")).toBeVisible();

  await router.navigate({ to: AT, search: { tab: "invited", search: "x" } });
  await expect.element(screen.getByText("No matching invites found.")).toBeVisible();

  api.answers[MEMBERS] = () => refused("Not now", 403);
  await router.navigate({ to: AT, search: { search: "y" } });
  await expect.element(screen.getByText("You cannot see this")).toBeVisible();
});

test("several people are invited at once, also from a pasted list", async () => {
  const { screen, router } = await open(`${AT}/add`, "owner", {
    [INVITE]: { models: [{ ...anInvitation("linus@acme.dev", 7), link: null }] },
  });
  const dialog = screen.getByRole("dialog", { name: "Invite members" });
  await expect
    .element(dialog)
    .toHaveTextContent("Each gets an email with a link to join Acme, which works once, for 7 days.");

  await dialog.getByRole("button", { name: "Send invite" }).click();
  const first = dialog.getByRole("textbox", { name: "Email of person 1" });
  await expect.element(first).toHaveAccessibleDescription("Required");
  await first.fill("no address");
  await expect.element(first).toHaveAccessibleDescription("This is not an email address");

  await dialog.getByRole("combobox", { name: "Role of person 1" }).selectOptions("Viewer");
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", "linus@acme.dev, Barbara <barbara@acme.dev>");
  first
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(first).toHaveValue("linus@acme.dev");
  await expect
    .element(dialog.getByRole("textbox", { name: "Email of person 2" }))
    .toHaveValue("barbara@acme.dev");
  await dialog.getByRole("button", { name: "Add another" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "Email of person 3" })).toHaveFocus();
  await dialog.getByRole("button", { name: "Send 2 invites" }).click();

  await expect.element(screen.getByText("2 invitations sent")).toBeVisible();
  expect(sent(INVITE)).toEqual([
    {
      invitations: [
        { email: "linus@acme.dev", role: "viewer" },
        { email: "barbara@acme.dev", role: "viewer" },
      ],
    },
  ]);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(router.state.location.href).toBe(`${AT}?tab=invited`);
});

const linkOf = (email: string) => `http://127.0.0.1:4400/invitation?key=${email.split("@")[0]}-0123456789`;

test("without a mail server the person who invites gets the links, and nothing says that a mail went out", async () => {
  const copied = recordClipboard();
  const emails = ["linus@acme.dev", "barbara@acme.dev"];
  const issued = emails.map((email) => ({ ...anInvitation(email, 7), link: linkOf(email) }));
  const { screen, router } = await open(`${AT}/add`, "owner", {
    [INVITATIONS]: { models: [], has_mail_server: false },
    [INVITE]: { models: issued },
  });
  const dialog = screen.getByRole("dialog", { name: "Invite members" });
  await expect
    .element(dialog)
    .toHaveTextContent(
      "Posthorn has no mail server here, so it sends no email. For each person you get a link to join Acme, which works once, for 7 days. Hand it over yourself.",
    );
  await dialog.getByRole("textbox", { name: "Email of person 1" }).fill("linus@acme.dev");
  await expect.element(dialog.getByRole("button", { name: "Create invite" })).toBeVisible();
  await dialog.getByRole("button", { name: "Add another" }).click();
  await dialog.getByRole("textbox", { name: "Email of person 2" }).fill("barbara@acme.dev");
  await dialog.getByRole("button", { name: "Create 2 invites" }).click();

  const links = screen.getByRole("dialog", { name: "Hand over the links" });
  await expect
    .element(links)
    .toHaveTextContent(
      /so it has sent no email\. Each link works once, for 7 days\. Posthorn does not show it again/,
    );
  for (const email of emails) await expect.element(links).toHaveTextContent(linkOf(email));
  await links.getByRole("button", { name: "Copy the link of barbara@acme.dev" }).click();
  expect(copied).toEqual([linkOf("barbara@acme.dev")]);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(router.state.location.href).toBe(`${AT}?tab=invited`);
  await links.getByRole("button", { name: "Done" }).click();
  await expect.element(links).not.toBeInTheDocument();
  await expect.element(screen.getByText(/nvitations? sent/)).not.toBeInTheDocument();
});

test("without a mail server an open invitation gets a new link instead of a mail", async () => {
  const linus = anInvitation("linus@acme.dev", 2);
  const resend = `POST /dashboard-api/organizations/org_1/invitations/${encodeURIComponent(linus.id)}/resend`;
  const { screen } = await open(`${AT}?tab=invited`, "admin", {
    [INVITATIONS]: { models: [linus], has_mail_server: false },
    [resend]: { ...linus, link: linkOf(linus.email) },
  });

  await screen.getByRole("button", { name: "New link for linus@acme.dev" }).click();

  const links = screen.getByRole("dialog", { name: "Hand over the link" });
  await expect.element(links).toHaveTextContent(linkOf(linus.email));
  await expect.element(screen.getByText(/sent to linus/)).not.toBeInTheDocument();
});

test("a refusal stands beside its row, and what belongs to no row above the buttons", async () => {
  const { screen } = await open(`${AT}/add`, "owner", {
    [INVITE]: () => refused("invitations[1].email is a member already"),
  });
  const dialog = screen.getByRole("dialog", { name: "Invite members" });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("textbox", { name: "Email of person 1" }).fill("linus@acme.dev");
  await dialog.getByRole("button", { name: "Add another" }).click();
  await dialog.getByRole("button", { name: "Add another" }).click();
  const third = dialog.getByRole("textbox", { name: "Email of person 3" });
  await third.fill("grace@acme.dev");

  await dialog.getByRole("button", { name: "Send 2 invites" }).click();
  await expect.element(third).toHaveAccessibleDescription("Is a member already");
  await expect.element(dialog).toHaveTextContent("Nobody was invited");

  api.answers[INVITE] = () => refused("Posthorn cannot send mail here.", 422, []);
  await third.fill("barbara@acme.dev");
  await dialog.getByRole("button", { name: "Send 2 invites" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Posthorn cannot send mail here.");
});

test("typed addresses are not lost by accident, and a member cannot send", async () => {
  const { screen } = await open(`${AT}/add`, "member");
  const dialog = screen.getByRole("dialog", { name: "Invite members" });
  await expect
    .element(dialog.getByRole("button", { name: "Send invite" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the admin role"));

  await dialog.getByRole("textbox", { name: "Email of person 1" }).fill("linus@acme.dev");
  await userEvent.keyboard("{Escape}");

  await expect
    .element(screen.getByText("Are you sure you want to quit without saving your work?"))
    .toBeVisible();
});

test("nothing is wider than a phone", async () => {
  const { screen } = await open(AT, "owner");
  await page.viewport(360, 800);
  const table = screen.getByRole("region", { name: "Members" });
  await expect.element(table).toBeVisible();

  const box = table.element();
  expect(box.scrollWidth).toBe(box.clientWidth);
  // The longest role is not cut.
  const role = screen.getByRole("combobox", { name: "Role of Grace" }).element();
  expect(role.getBoundingClientRect().width).toBeGreaterThan(90);
});

test("a plan without viewers cannot make new ones, and says where there are some", async () => {
  const { screen } = await open(`${AT}/add`, "owner", {
    [SESSION]: aSessionWith("owner", {}),
    [MEMBERS]: { models: [ADA, { ...GRACE, role: "viewer" }, aMember("mem_3", "usr_3", "Linus", "member")] },
  });

  const dialog = screen.getByRole("dialog", { name: "Invite members" });
  await expect.element(dialog.getByRole("option", { name: "Viewer" })).toBeDisabled();
  await expect.element(dialog.getByRole("option", { name: "Member" })).toBeEnabled();
  await expect.element(dialog.getByText(/does not include: Viewer role\./)).toBeVisible();
  await expect
    .element(dialog.getByRole("link", { name: "Upgrade plan" }))
    .toHaveAttribute("href", "/settings/organization/plans?highlight=viewer_role");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const viewerIn = (name: string) =>
    screen.getByRole("combobox", { name: `Role of ${name}` }).getByRole("option", { name: "Viewer" });
  await expect.element(viewerIn("Linus")).toBeDisabled();
  await expect.element(viewerIn("Grace")).toBeEnabled();
});

test("after the member trial the list says whose place the plan does not include", async () => {
  const { screen } = await open(AT, "owner", {
    [MEMBERS]: { models: [ADA, { ...GRACE, status: "TRIAL_EXPIRED" }] },
  });

  const row = (name: string) => screen.getByRole("row").filter({ hasText: name });
  await expect.element(row("Grace")).toHaveTextContent(/Trial expired/);
  await expect.element(row("Ada")).not.toHaveTextContent(/Trial expired/);
});

test("with a directory nobody is invited, given a role or removed by hand, and each says why", async () => {
  const session = aSession("owner");
  const organizations = session.organizations.map((one) => ({ ...one, uses_sso: true, has_directory: true }));
  const guest = { ...aMember("mem_3", "usr_3", "Guest", "member") };
  const { screen } = await open(`${AT}/add`, "owner", {
    [SESSION]: { ...session, organizations },
    [MEMBERS]: { models: [ADA, { ...GRACE, is_synced: true }, guest] },
  });

  await expect
    .element(screen.getByRole("button", { name: "Invite members" }))
    .toHaveAttribute("data-tooltip", DIRECTORY_ADDS_PEOPLE);
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  const role = screen.getByRole("combobox", { name: "Role of Grace" });
  await expect.element(role).toBeDisabled();
  expect(role.element().closest("[data-tooltip]")?.getAttribute("data-tooltip")).toBe(DIRECTORY_GIVES_ROLES);
  await expect
    .element(screen.getByRole("button", { name: "Remove Grace…" }))
    .toHaveAttribute("data-tooltip", DIRECTORY_REMOVES_PEOPLE);
  await expect
    .element(screen.getByRole("button", { name: "Remove Guest…" }))
    .not.toHaveAttribute("aria-disabled", "true");
});
