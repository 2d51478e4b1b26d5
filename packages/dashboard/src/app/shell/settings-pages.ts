/**
 * Which pages do the settings have, in which order, and what right does each need?
 *
 * The menu, the heading, the palette and the redirects all read this list. To add a page, add its route and one line here. A
 * page that does not exist yet is not in it.
 */
import { mayUse, RIGHTS, type HeldRoles, type Right } from "@posthorn/contract/roles";
import { heldRoles } from "../../resources/session/held-roles.ts";
import type { CurrentSession } from "../../resources/session/use-session.ts";

const AREAS = ["project", "organization", "account"] as const;
type Area = (typeof AREAS)[number];

interface Page {
  to: `/settings/${Area}/${string}`;
  title: string;
  right: Right;
  /** Organizations with single sign-on have no such page. */
  isWithoutSso?: true;
}

export const SETTINGS_PAGES = [
  { to: "/settings/project/general", title: "General", right: "configure" },
  { to: "/settings/project/secrets", title: "Secrets", right: "configure" },
  { to: "/settings/project/access", title: "Access Control", right: "leaveProject" },
  { to: "/settings/project/integrations", title: "Integrations", right: "configure" },
  { to: "/settings/project/quotas", title: "Quotas", right: "configure" },
  { to: "/settings/project/personal-data", title: "Personal data", right: "manageProject" },
  { to: "/settings/organization/general", title: "General", right: "leave" },
  { to: "/settings/organization/members", title: "Members", right: "seeMembers" },
  { to: "/settings/organization/audit-log", title: "Audit log", right: "seeAuditLog" },
  { to: "/settings/organization/single-sign-on", title: "Single sign-on", right: "manageSso" },
  { to: "/settings/organization/billing", title: "Billing", right: "seeBilling" },
  { to: "/settings/organization/plans", title: "Plans", right: "seeBilling", isWithoutSso: true },
  { to: "/settings/account/profile", title: "Profile", right: "belong" },
] as const satisfies readonly Page[];

export type SettingsPage = (typeof SETTINGS_PAGES)[number];

const LABELS: Record<Area, string> = { project: "Project", organization: "Organization", account: "Account" };

function areaOf(address: string): string | undefined {
  return address.split("/")[2];
}

/** "Project": the name of the group that the page belongs to. */
export function areaLabel({ to }: Page): string {
  return LABELS[AREAS.find((area) => area === areaOf(to)) ?? "project"];
}

/** What the pages ask about a person. */
export interface Visitor extends HeldRoles {
  /** The organization's single sign-on is on. */
  uses_sso?: boolean;
}

export function visitorOf(session: Pick<CurrentSession, "project" | "organization">): Visitor {
  return { ...heldRoles(session), uses_sso: session.organization.uses_sso };
}

/** A person without a project (null) has the rights of a person. */
export function mayOpen(visitor: Visitor | null, { right, isWithoutSso }: Page): boolean {
  if (isWithoutSso === true && visitor?.uses_sso === true) return false;
  return RIGHTS[right].of === "person" || (visitor !== null && mayUse(right, visitor));
}

/** The page of an address. The dialogs above a page have addresses below its own. */
export function settingsPageAt(address: string): SettingsPage | undefined {
  return SETTINGS_PAGES.find(({ to }) => address === to || address.startsWith(`${to}/`));
}

export function needsNoProject(address: string): boolean {
  const page = settingsPageAt(address);
  return page !== undefined && mayOpen(null, page);
}

/** Where an address of settings without a page leads: to the first page of its area, or else of all, that the person may open. */
export function nearestSettings(address: string, visitor: Visitor | null): SettingsPage["to"] {
  const open = SETTINGS_PAGES.filter((page) => mayOpen(visitor, page));
  const near = open.find(({ to }) => areaOf(to) === areaOf(address));
  return (near ?? open[0] ?? SETTINGS_PAGES[0]).to;
}
