/** Which query reads the directory sync of the organization of this tab? */
import { getDirectorySync } from "@posthorn/contract/directory-sync";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

/** The directory changes it while the owner looks. */
const EVERY_MS = 10_000;

export function directoryQuery(organization_id: string) {
  return queryOptions({
    queryKey: ["directory", organization_id],
    queryFn: ({ signal }) => call(getDirectorySync, { params: { organization_id }, signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}
