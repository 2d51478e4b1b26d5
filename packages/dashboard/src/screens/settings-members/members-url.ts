/** What does the address of the members carry? Which of the two lists is shown, and what it is searched for. */
import { fields, oneOf, text, type Read } from "../../ui/read.ts";

export const MEMBERS_TABS = ["members", "invited"] as const;
export type MembersTab = (typeof MEMBERS_TABS)[number];

export const MembersSearch = fields({ tab: oneOf(MEMBERS_TABS), search: text() });
export type MembersSearch = Read<typeof MembersSearch>;

/** The first tab and an empty search are not written. */
export function membersSearch(tab: MembersTab, search = ""): MembersSearch {
  return {
    tab: tab === "members" ? undefined : tab,
    search: search.trim() === "" ? undefined : search.trim(),
  };
}
