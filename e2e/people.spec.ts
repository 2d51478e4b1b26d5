/**
 * How do people come into an organization, what may they do there, and how do they leave it?
 *
 * Ada owns Acme and invites two people, whose mails arrive in a real SMTP server. Grace is new and signs up by her link.
 * Linus has an account with another address: he signs in, and joins only after a question. Each has a browser of their own.
 */
import type { createInvitations, createOrganization } from "@posthorn/contract/organizations";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { type Mailbox, testWithMailbox } from "./mailbox.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import type { OwnProject } from "./own-project.ts";
import { OWNER } from "./product.ts";
import { expect, SIGNED_OUT } from "./test.ts";

const MEMBERS = "/settings/organization/members";
const GRACE = { name: "Grace", email: "grace@example.com", password: "correct horse battery" };
/** The address of his account; he is invited at another one. */
const LINUS = { name: "Linus", email: "linus@home.example", password: "correct horse battery" };
const LINUS_INVITED = "linus@work.example";

const test = testWithMailbox();

async function linkTo(mailbox: Mailbox, email: string, organization: string): Promise<string> {
  const text = await mailbox.arrived(email, `Join ${organization} on Posthorn`);
  return /Open the invitation:\n(\S+)/.exec(text)?.[1] ?? "the mail has no link";
}

/** Linus has an account already, because he belongs to another organization. */
async function givenLinus(product: OwnProject, mailbox: Mailbox): Promise<void> {
  const { organization } = await product.dashboardApi<ReplyOf<typeof createOrganization>>(
    "POST",
    "/organizations",
    { name: "Elsewhere" },
  );
  await product.dashboardApi<ReplyOf<typeof createInvitations>>(
    "POST",
    `/organizations/${organization.id}/invitations`,
    { invitations: [{ email: LINUS.email, role: "member" }] },
  );
  const invitation = new URL(await linkTo(mailbox, LINUS.email, "Elsewhere")).searchParams.get("key");
  const response = await fetch(`${product.url}/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.url },
    body: JSON.stringify({ ...LINUS, invitation }),
  });
  expect(response.status).toBe(200);
}

const switcher = (page: Page) => page.getByRole("button", { name: /switch project$/ });
const roleOf = (page: Page, name: string) => page.getByRole("combobox", { name: `Role of ${name}` });

test("people are invited, join, change roles, are removed, and one becomes the owner", async ({
  page: ada,
  browser,
  product,
  mailbox,
}) => {
  await givenLinus(product, mailbox);
  const person = async () => (await browser.newContext({ storageState: SIGNED_OUT })).newPage();
  const [grace, linus] = [await person(), await person()];

  await ada.goto("/settings/organization/general");
  await ada.getByRole("textbox", { name: "Name" }).fill("Acme");
  await expectAccessible(ada, "the settings of an organization");
  await ada.getByRole("button", { name: "Save" }).click();
  await expect(switcher(ada)).toContainText("Acme");

  // Ada invites two people at once.
  await ada
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "Members", exact: true })
    .click();
  await expect(ada.getByRole("row").filter({ hasText: OWNER.email })).toContainText("Owner");
  await expectAccessible(ada, "the members of an organization");
  await ada.getByRole("link", { name: "Invite members" }).click();
  await ada.getByRole("textbox", { name: "Email of person 1" }).fill(GRACE.email);
  await ada.getByRole("button", { name: "Add another" }).click();
  await ada.getByRole("textbox", { name: "Email of person 2" }).fill(LINUS_INVITED);
  await expectAccessible(ada, "the dialog that invites people");
  await ada.getByRole("button", { name: "Send 2 invites" }).click();
  await expect(ada.getByRole("row").filter({ hasText: LINUS_INVITED })).toContainText("in 7 days");
  await expectAccessible(ada, "the invitations of an organization");

  // Grace is new. Her link opens on a phone, and she signs up.
  await grace.setViewportSize(PHONE);
  await grace.goto(await linkTo(mailbox, GRACE.email, "Acme"));
  await expect(grace.getByRole("heading", { name: "Join Acme" })).toBeVisible();
  await expectNoSidewaysScroll(grace);
  await expectAccessible(grace, "an invitation");
  await expect(grace.getByLabel("Email")).toHaveValue(GRACE.email);
  await grace.getByLabel("Your name").fill(GRACE.name);
  await grace.getByLabel("Password").fill(GRACE.password);
  await grace.getByRole("button", { name: "Create account" }).click();
  await expect(grace.getByRole("heading", { name: "Events", exact: true })).toBeVisible();
  await grace.setViewportSize({ width: 1440, height: 900 });
  await expect(switcher(grace)).toContainText("Acme");

  // Linus signs in with his own address, and is asked before it joins.
  const linusLink = await linkTo(mailbox, LINUS_INVITED, "Acme");
  await linus.goto(linusLink);
  await linus.getByRole("link", { name: "Sign in" }).click();
  // The page of the invitation has fields with the same names.
  const signIn = linus.getByRole("form", { name: "Sign in" });
  await signIn.getByLabel("Email").fill(LINUS.email);
  await signIn.getByLabel("Password").fill(LINUS.password);
  await signIn.getByRole("button", { name: "Sign in" }).click();
  await linus.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(linus.getByText(`The invitation was sent to ${LINUS_INVITED}.`)).toBeVisible();
  await linus.getByRole("button", { name: `Join as ${LINUS.email}` }).click();
  await expect(switcher(linus)).toContainText("Acme");
  await grace.goto(linusLink);
  await expect(grace.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();

  // A member sees the people. A viewer does not, and nothing is changed by a viewer.
  await linus.goto(MEMBERS);
  await expect(roleOf(linus, GRACE.name)).toBeDisabled();
  await ada.getByRole("tab", { name: "Members" }).click();
  await roleOf(ada, LINUS.name).selectOption("Viewer");
  await expect(ada.getByText("Linus is now viewer")).toBeVisible();
  await linus.reload();
  await expect(linus.getByText("You cannot see this")).toBeVisible();

  // Linus is removed. The list that he has open finds out by itself, and he selects where he goes on.
  await linus.goto("/events");
  await expect(switcher(linus)).toContainText("Acme");
  await ada.getByRole("button", { name: "Remove Linus…" }).click();
  await ada.getByRole("button", { name: "Remove", exact: true }).click();
  // While the question is open, the page behind it has no rows for anybody: a missing row proves nothing yet.
  await expect(ada.getByText("Linus was removed")).toBeVisible();
  await expect(ada.getByRole("row").filter({ hasText: GRACE.email })).toBeVisible();
  await expect(ada.getByRole("row").filter({ hasText: LINUS.email })).toHaveCount(0);
  await expect(linus.getByText("You no longer have access to Default project")).toBeVisible();
  await linus
    .getByRole("region", { name: "Elsewhere" })
    .getByRole("button", { name: /^Default project/ })
    .click();
  await expect(switcher(linus)).toContainText("Elsewhere");

  // Ada hands the organization on, and is its admin then.
  await roleOf(ada, GRACE.name).selectOption("Owner…");
  await expect(ada.getByRole("dialog", { name: "Make Grace the owner?" })).toBeVisible();
  await expectAccessible(ada, "the question before an organization is handed on");
  await ada.getByRole("button", { name: "Hand on the organization" }).click();
  await expect(ada.getByText("Grace is now owner")).toBeVisible();
  await expect(roleOf(ada, GRACE.name)).toHaveCount(0);
  await expect(ada.getByRole("row").filter({ hasText: GRACE.email })).toContainText("Owner");
  await expect(ada.getByRole("button", { name: "Leave…" })).toBeEnabled();
  await grace.goto(MEMBERS);
  await expect(roleOf(grace, "ada")).toHaveValue("admin");
  await expect(grace.getByRole("link", { name: "Invite members" })).toBeVisible();
});
