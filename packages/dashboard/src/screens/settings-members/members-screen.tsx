/**
 * /settings/organization/members: the people of the organization, and those who are invited. The address says which of the
 * two lists is shown. Below it, `/add` is the dialog that invites people.
 */
import { DIRECTORY_ADDS_PEOPLE } from "@posthorn/contract/directory-texts";
import type { IssuedInvitation } from "@posthorn/contract/organizations";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useLocation } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { invitationsQuery, membersQuery } from "../../resources/organizations/organization-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ReadOnlyForms } from "../../ui/form/read-only-forms.tsx";
import { later } from "../../ui/later.tsx";
import { SearchBox } from "../../ui/list/search-box.tsx";
import { PageActions } from "../../ui/page-actions.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import { InvitationsList } from "./invitations-list.tsx";
import type { HandedLink } from "./links-dialog.tsx";
import { MembersList } from "./members-list.tsx";
import { membersSearch } from "./members-url.ts";

const route = getRouteApi("/_app/settings/organization/members");

const dialog = later(() => import("./invite-dialog.tsx"));
const InviteDialog = dialog.component((loaded) => loaded.InviteDialog);
const LinksDialog = later(() => import("./links-dialog.tsx")).component((loaded) => loaded.LinksDialog);

const PAGE = "/settings/organization/members";
const SEARCHED = {
  members: { label: "Search members", placeholder: "Name or email" },
  invited: { label: "Search invitations", placeholder: "Email" },
} as const;

export function MembersScreen() {
  const { id, has_directory } = useSession().organization;
  const refusal = useRefusal("manageMembers");
  const whyNotInvite = refusal ?? (has_directory ? DIRECTORY_ADDS_PEOPLE : undefined);
  const { tab = "members", search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const searchRef = useRef<HTMLInputElement>(null);
  useShortcuts("Members", { "/": { label: "Search", run: () => searchRef.current?.focus() } });
  const isInviting = useLocation({ select: ({ pathname }) => pathname.endsWith("/add") });
  const members = useQuery(membersQuery(id)).data?.models;
  const invitations = useQuery(invitationsQuery(id)).data;
  /** Kept only here: the server shows a link once. */
  const [links, setLinks] = useState<readonly HandedLink[]>([]);
  const showLinks = (issued: readonly IssuedInvitation[]) =>
    setLinks(issued.flatMap(({ email, link }) => (link === null ? [] : [{ email, link }])));
  return (
    <>
      <PageActions>
        {whyNotInvite === undefined ? (
          <Link
            to={`${PAGE}/add`}
            search={membersSearch(tab, search)}
            className={buttonClass({ variant: "primary" })}
            onPointerEnter={dialog.load}
          >
            Invite members
          </Link>
        ) : (
          <Button variant="primary" disabledReason={whyNotInvite}>
            Invite members
          </Button>
        )}
      </PageActions>
      <main className="flex min-h-0 flex-1 flex-col px-5 max-md:px-3">
        <TabList
          id="people"
          label="People"
          value={tab}
          tabs={[
            { value: "members", label: "Members", ...countOf(members) },
            { value: "invited", label: "Invited", ...countOf(invitations?.models) },
          ]}
          onChange={(next) => void navigate({ search: membersSearch(next) })}
        />
        <TabPanel id="people" value={tab} className="flex min-h-0 flex-1 flex-col gap-3 py-3.5">
          <div className="w-80 max-sm:w-full">
            <SearchBox
              key={tab}
              ref={searchRef}
              {...SEARCHED[tab]}
              value={search}
              onChange={(text) => void navigate({ search: membersSearch(tab, text), replace: true })}
            />
          </div>
          <ReadOnlyForms reason={refusal}>
            {tab === "members" ? (
              <MembersList search={search} />
            ) : (
              <InvitationsList search={search} onIssued={showLinks} />
            )}
          </ReadOnlyForms>
        </TabPanel>
      </main>
      {isInviting && !has_directory ? (
        <InviteDialog
          hasMailServer={invitations?.has_mail_server}
          onIssued={showLinks}
          onClose={() => void navigate({ to: PAGE, search: membersSearch(tab, search), replace: true })}
          onInvited={() => void navigate({ to: PAGE, search: membersSearch("invited"), replace: true })}
        />
      ) : null}
      {links.length > 0 ? <LinksDialog links={links} onClose={() => setLinks([])} /> : null}
    </>
  );
}

function countOf(models: readonly unknown[] | undefined): { count?: number } {
  return models === undefined ? {} : { count: models.length };
}
