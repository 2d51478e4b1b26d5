/** Which invitation is behind the link of a mail? Anybody who has the link may ask, signed in or not. */
import { getInvitation } from "@posthorn/contract/invitations";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

export function invitationQuery(key: string) {
  return queryOptions({
    queryKey: ["invitation", key],
    queryFn: ({ signal }) => call(getInvitation, { query: { key }, signal }),
    // Once the person has joined, the link is used up: the page that they leave must not ask again.
    staleTime: Infinity,
  });
}
