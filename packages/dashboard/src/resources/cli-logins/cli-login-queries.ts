/** Which CLI waits behind a link, and how does a person let it in or refuse it? */
import { claimCliLogin, getCliLogin, refuseCliLogin } from "@posthorn/contract/cli-logins";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** Fetched once: the page does not need to follow changes. */
export function cliLoginQuery(key: string) {
  return queryOptions({
    queryKey: ["cli-logins", key],
    queryFn: ({ signal }) => call(getCliLogin, { query: { key }, signal }),
    staleTime: Infinity,
  });
}

export function useClaimCliLogin(key: string) {
  return useMutation({ mutationFn: () => call(claimCliLogin, { body: { key } }) });
}

export function useRefuseCliLogin(key: string) {
  return useMutation({ mutationFn: () => call(refuseCliLogin, { body: { key } }) });
}
