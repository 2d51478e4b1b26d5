/** Which query reads what throughput the project has, and what another one would cost? */
import { getThroughputTiers } from "@posthorn/contract/throughput";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** Below the plans of the organization: another plan sells other throughput. */
export function throughputTiersQuery(organization_id: string, project_id: string) {
  return queryOptions({
    queryKey: ["plans", organization_id, "throughput", project_id],
    queryFn: ({ signal }) => call(getThroughputTiers, { signal }),
  });
}
