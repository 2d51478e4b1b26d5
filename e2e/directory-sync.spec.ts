/**
 * How do the people of an organization come from its directory?
 *
 * The whole product with a real name server on loopback. The owner proves a mail domain and turns directory sync on; the
 * directory sends people and a group, the owner gives the group its role, and somebody who leaves is gone.
 */
import { type GivenName, startNameServer } from "../packages/server/src/testing/name-server.ts";
import { scimCall } from "../packages/server/src/testing/scim-call.ts";
import { expectAccessible } from "./axe.ts";
import { contextOf } from "./given-colleague.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { startProduct } from "./product.ts";
import { expect, test as base } from "./test.ts";

const PAGE = "/settings/organization/single-sign-on";
const DOMAIN = "acme.test";
const names: Record<string, GivenName> = {};

const test = base.extend({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const server = await startNameServer(names);
      const product = await startProduct({
        domains: { server: server.address, target: "edge.posthorn.test" },
      });
      await use(product);
      await product.stop();
      server.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

test("the owner turns it on, the directory sends people and a group, and who leaves it is gone", async ({
  browser,
  product,
  session,
}) => {
  const owners = await contextOf(browser, product, { ...session, origins: product.remembered });
  await owners.grantPermissions(["clipboard-read", "clipboard-write"]);
  const owner = await owners.newPage();
  const copied = () => owner.evaluate(() => navigator.clipboard.readText());
  await owner.goto(PAGE);
  const section = owner.getByRole("region", { name: "Directory sync" });
  await expect(section.getByRole("button", { name: "Turn on directory sync…" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  const domains = owner.getByRole("region", { name: "Verified domains" });
  await domains.getByRole("textbox", { name: "Mail domain" }).fill(DOMAIN);
  await domains.getByRole("button", { name: "Add domain" }).click();
  await domains.getByRole("button", { name: `Copy the value of the TXT record of ${DOMAIN}` }).click();
  names[`_posthorn.${DOMAIN}`] = { texts: [await copied()] };
  await domains.getByRole("button", { name: "Check now" }).click();
  await expect(domains.getByText("Verified", { exact: true })).toBeVisible();

  await section.getByRole("button", { name: "Turn on directory sync…" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Turn on" }).click();
  const dialog = owner.getByRole("dialog", { name: "Give this to your directory" });
  await dialog.getByRole("button", { name: "Copy Token" }).click();
  const token = await copied();
  await dialog.getByRole("button", { name: "Copy the base URL for the directory" }).click();
  const baseUrl = await copied();
  expect(baseUrl).toMatch(/\/scim\/v2$/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(section.getByText("The directory has not called yet.")).toBeVisible();

  // The directory calls.
  const scim = async (method: string, path: string, body?: object) => {
    const answer = await scimCall(baseUrl.replace("/scim/v2", ""), token, method, path, body);
    expect([method, path, answer.status < 300]).toEqual([method, path, true]);
    return answer.body;
  };
  const grace = await scim("POST", "/Users", { userName: `grace@${DOMAIN}`, displayName: "Grace Hopper" });
  const alan = await scim("POST", "/Users", { userName: `alan@${DOMAIN}`, displayName: "Alan Turing" });
  await scim("POST", "/Groups", { displayName: "posthorn-admins", members: [{ value: grace.id }] });
  await owner.reload();
  await expect(section.getByText(/2 people synced · 2 members/)).toBeVisible();
  await section.getByRole("combobox", { name: "Role of posthorn-admins" }).selectOption("admin");
  await expect(section.getByText(/Until a group has a role/)).toBeHidden();
  await expectAccessible(owner, `${PAGE} with a directory`);
  await owner.setViewportSize(PHONE);
  await expectNoSidewaysScroll(owner);
  await owner.setViewportSize({ width: 1440, height: 900 });

  // People have the roles that the directory says, and nobody changes them by hand.
  await owner.goto("/settings/organization/members");
  await expect(owner.getByRole("combobox", { name: "Role of Grace Hopper" })).toHaveValue("admin");
  await expect(owner.getByRole("combobox", { name: "Role of Grace Hopper" })).toBeDisabled();
  await expect(owner.getByRole("combobox", { name: "Role of Alan Turing" })).toHaveValue("member");
  await expect(owner.getByRole("button", { name: "Invite members" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  await scim("PATCH", `/Users/${alan.id}`, {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations: [{ op: "Replace", path: "active", value: "False" }],
  });
  await owner.reload();
  await expect(owner.getByText(`grace@${DOMAIN}`)).toBeVisible();
  await expect(owner.getByText(`alan@${DOMAIN}`)).toBeHidden();
  await owner.goto("/settings/organization/audit-log?by=directory");
  await expect(owner.getByText("Directory sync").first()).toBeVisible();
  await expectAccessible(owner, "/settings/organization/audit-log of a directory");
});
