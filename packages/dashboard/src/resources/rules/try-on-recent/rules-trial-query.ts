/** How does the dashboard try edited rules? One run for each press of the button: typing in the form runs nothing. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import { tryRules } from "@posthorn/contract/rules-trial";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call.ts";

export type EditedRules = BodyOf<typeof tryRules>["rules"];

export interface RulesRun {
  sourceId: string;
  connectionId?: string | undefined;
  rules: EditedRules;
  /** Counts the runs, so that the same rules can be tried again. */
  number: number;
}

export function rulesTrialQuery({ sourceId, connectionId, rules, number }: RulesRun) {
  const body = {
    source_id: sourceId,
    rules,
    ...(connectionId !== undefined && { webhook_id: connectionId }),
  };
  return queryOptions({
    queryKey: ["rules-trial", sourceId, connectionId, rules, number],
    queryFn: ({ signal }) => call(tryRules, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
