/**
 * Which pages do the settings have, in which order, and what right does each need?
 *
 * The menu, the heading, the palette and the redirects all read this list. To add a page, add its route and one line here. A
 * page that does not exist yet is not in it.
 */
import { mayUse, RIGHTS, type HeldRoles, type Right } from "@posthorn/contract/roles";

const AREAS = ["project", "organization", "account"] as const;
type Area = (typeof AREAS)[number];

interface Page {
  to: `/settings/${Area}/${string}`;
  title: string;
  right: Right;
}

export const SETTINGS_PAGES = [
  { to: "/settings/project/general", title: "General", right: "configure" },
  { to: "/settings/project/secrets", title: "Secrets", right: "configure" },
  { to: "/settings/project/access", title: "Access Control", right: "leaveProject" },
  { to: "/settings/project/integrations", title: "Integrations", right: "configure" },
  { to: "/settings/project/quotas", title: "Quotas", right: "configure" },
  { to: "/settings/organization/general", title: "General", right: "leave" },
  { to: "/settings/organization/members", title: "Members", right: "seeMembers" },
  { to: "/settings/organization/billing", title: "Billing", right: "seeBilling" },
  { to: "/settings/organization/plans", title: "Plans", right: "seeBilling" },
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

/** A person without a project (null) has the rights of a person. */
export function mayOpen(held: HeldRoles | null, { right }: Page): boolean {
  return RIGHTS[right].of === "person" || (held !== null && mayUse(right, held));
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
export function nearestSettings(address: string, held: HeldRoles | null): SettingsPage["to"] {
  const open = SETTINGS_PAGES.filter((page) => mayOpen(held, page));
  const near = open.find(({ to }) => areaOf(to) === areaOf(address));
  return (near ?? open[0] ?? SETTINGS_PAGES[0]).to;
}
