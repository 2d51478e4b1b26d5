/** Which query reads what the project may deliver, and for how long its data are kept? */
import { getQuotas } from "@posthorn/contract/quotas";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

export const quotasQuery = queryOptions({
  queryKey: ["quotas"],
  queryFn: ({ signal }) => call(getQuotas, { signal }),
});
