/**
 * `/invitation?key=`: the link in the mail of an invitation. It needs no session: a person who has none creates an account
 * here, or signs in and comes back.
 */
import { createFileRoute } from "@tanstack/react-router";
import { invitationQuery } from "../../../resources/invitations/invitation-queries.ts";
import { sessionQuery } from "../../../resources/session/session-queries.ts";
import { InvitationScreen } from "../../../screens/invitation/invitation-screen.tsx";
import { fields, text } from "../../../ui/read.ts";

export const Route = createFileRoute("/_auth/invitation")({
  validateSearch: fields({ key: text() }),
  beforeLoad: async ({ context: { queryClient } }) => ({
    /** Null: nobody is signed in, or the server is away, which the page says. */
    person: await queryClient.fetchQuery({ ...sessionQuery, retry: false }).then(
      ({ user }) => user,
      () => null,
    ),
  }),
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context: { queryClient }, deps: { search } }) => {
    if (search.key !== undefined) void queryClient.prefetchQuery(invitationQuery(search.key));
  },
  component: Invitation,
});

function Invitation() {
  const { key = "" } = Route.useSearch();
  const { person } = Route.useRouteContext();
  return <InvitationScreen key={key} linkKey={key} person={person} />;
}
