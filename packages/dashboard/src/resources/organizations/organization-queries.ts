/** Which queries read the people of an organization, and the invitations that nobody has accepted yet? */
import { listInvitations, listMembers } from "@posthorn/contract/organizations";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

/** An invited person who joins moves from one list to the other, while somebody may be looking. */
const EVERY_MS = 10_000;

/** Begins the key of every query of this file: a change of people can change what all of them show. */
export const PEOPLE = "people";

/** `search` is a part of a name or an email. */
export function membersQuery(organization_id: string, search = "") {
  return queryOptions({
    queryKey: [PEOPLE, organization_id, "members", search],
    queryFn: ({ signal }) =>
      call(listMembers, { params: { organization_id }, query: searched(search), signal }),
    refetchInterval: pollEvery(EVERY_MS),
    placeholderData: keepPreviousData,
  });
}

/** `search` is a part of an email. */
export function invitationsQuery(organization_id: string, search = "") {
  return queryOptions({
    queryKey: [PEOPLE, organization_id, "invitations", search],
    queryFn: ({ signal }) =>
      call(listInvitations, { params: { organization_id }, query: searched(search), signal }),
    refetchInterval: pollEvery(EVERY_MS),
    placeholderData: keepPreviousData,
  });
}

function searched(search: string) {
  return search === "" ? {} : { search };
}
