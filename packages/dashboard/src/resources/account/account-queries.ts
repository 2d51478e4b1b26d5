/** Which query reads the own account? */
import { getAccount } from "@posthorn/contract/account";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => call(getAccount, { signal }),
});
