/**
 * Which addresses are other names of a page, and where do they lead?
 *
 * The router asks here about an address without a page of its own. A page that exists wins, so a line whose left side
 * becomes a page is dead; the test finds it. A target may redirect again: `/team` leads to an unknown page of settings,
 * and that leads to the nearest page of settings. The search of the address goes along; the target drops what it does
 * not know.
 */
import { nearestSettings, type Visitor } from "./shell/settings-pages.ts";

/** An address of ours below the base path, without its search. */
type Address = `/${string}`;

export const REDIRECTS = {
  "/": "/events",
  "/webhooks": "/connections",
  "/cli/events": "/events/cli",
  "/cli/requests": "/requests/cli",
  "/cli/bookmarks": "/bookmarks",
  "/team": "/settings/project/settings",
  "/api": "/settings/project/secrets",
  "/account": "/settings/account/profile",
  "/workspaces": "/projects",
  "/workspace/settings": "/settings/project/general",
  "/workspace/members": "/settings/organization/members",
  "/workspace/billing": "/settings/organization/billing",
  "/workspace/plans": "/settings/organization/plans",
} as const satisfies Record<Address, Address>;

function isOtherName(address: string): address is keyof typeof REDIRECTS {
  return Object.hasOwn(REDIRECTS, address);
}

/** Undefined: there is nothing at this address. */
export function redirectOf(address: Address, visitor: Visitor | null): Address | undefined {
  if (isOtherName(address)) return REDIRECTS[address];
  return address.startsWith("/settings/") ? nearestSettings(address, visitor) : undefined;
}
