import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REDIRECTS, redirectOf } from "./redirects.ts";

const OWNER = { role: "owner", organization_role: "owner" } as const;

/** Follows redirects as the router does, up to the page that answers: a page that exists wins. */
function landing(address: `/${string}`): string {
  const next = redirectOf(address, OWNER);
  if (next === undefined || next === address) return address;
  return PAGES.has(next) ? next : landing(next);
}

test.each([
  ["/", "/events"],
  ["/webhooks", "/connections"],
  ["/cli/events", "/events/cli"],
  ["/cli/requests", "/requests/cli"],
  ["/cli/bookmarks", "/bookmarks"],
  ["/team", "/settings/project/general"],
  ["/api", "/settings/project/secrets"],
  ["/account", "/settings/account/profile"],
  ["/workspaces", "/projects"],
  ["/workspace/settings", "/settings/project/general"],
  ["/workspace/members", "/settings/organization/members"],
  // These pages do not exist yet: the nearest one that does answers.
  ["/workspace/billing", "/settings/organization/billing"],
  ["/workspace/plans", "/settings/organization/plans"],
  ["/settings/project", "/settings/project/general"],
  ["/settings/project/no-such-page", "/settings/project/general"],
  ["/settings/organization/no-such-page", "/settings/organization/general"],
] as const)("%s leads to %s", (address, page) => {
  expect(landing(address)).toBe(page);
});

test.each(["/no/such/page", "/settingsx", "/constructor"] as const)("%s leads nowhere", (address) => {
  expect(redirectOf(address, OWNER)).toBeUndefined();
});

/** The address of every page, as the router's generated tree has it. */
const TREE = readFileSync(new URL("./route-tree.gen.ts", import.meta.url), "utf8");
const PAGES = new Set(
  [...TREE.matchAll(/fullPath: "([^"]+)"/g)].map(([, path = ""]) => path.replace(/(?<=.)\/$/, "")),
);

test("every redirect ends at a page, and none stands before one", () => {
  // Safe: the keys of the table.
  const addresses = Object.keys(REDIRECTS) as (keyof typeof REDIRECTS)[];
  expect(addresses.filter((address) => !PAGES.has(landing(address)))).toEqual([]);
  expect(addresses.filter((address) => address !== "/" && PAGES.has(address))).toEqual([]);
});
