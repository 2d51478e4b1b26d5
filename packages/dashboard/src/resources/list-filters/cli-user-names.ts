/** How are the people called whose CLIs receive events? One call lists all of them. */
import { listCliUsers } from "@posthorn/contract/dashboard-api";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { NAMES_FRESH_MS } from "../connections/connection-queries.ts";
import { withNameless, type Named } from "../pickers/use-names.ts";

const cliUsersQuery = queryOptions({
  queryKey: ["cli-users"],
  queryFn: ({ signal }) => call(listCliUsers, { signal }),
  staleTime: NAMES_FRESH_MS,
});

export function useCliUserNames(ids: readonly string[]): Named[] {
  const { data, isPending } = useQuery(cliUsersQuery);
  const known = (data?.models ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return withNameless(ids, known, isPending);
}
