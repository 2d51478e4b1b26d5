/** Which examples can be sent to a source, and how does the dashboard send one? */
import { listExamples, sendTestRequest } from "@posthorn/contract/test-requests";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { ARRIVALS } from "../../connections/arrival-queries.ts";

export function examplesQuery(sourceId: string) {
  return queryOptions({
    queryKey: ["sources", "examples", sourceId],
    queryFn: ({ signal }) => call(listExamples, { params: { id: sourceId }, signal }),
  });
}

/** Afterwards, everything that shows requests or their events reads them again. */
export function useSendTestRequest(sourceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (example: string) => call(sendTestRequest, { params: { id: sourceId }, body: { example } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["requests"] }),
        client.invalidateQueries({ queryKey: ARRIVALS }),
      ]),
  });
}
