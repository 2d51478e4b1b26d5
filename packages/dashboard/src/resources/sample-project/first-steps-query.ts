/** How far are the people of this project? Asks again while nothing was delivered, so that the page follows what they do elsewhere. */
import { getFirstSteps } from "@posthorn/contract/sample-project";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

const AGAIN_MS = 5_000;

export const firstStepsQuery = queryOptions({
  queryKey: ["first-steps"],
  queryFn: ({ signal }) => call(getFirstSteps, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.delivering === null ? AGAIN_MS : false),
});
