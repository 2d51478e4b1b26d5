/**
 * What would the edited filter make of the latest requests of the source?
 *
 * The server runs the transformation before the filter and the filter. It is asked a moment after the last change, and
 * only about a filter that can be saved.
 */
import type { FilterParts } from "@posthorn/contract/filter-trials";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { rulesTrialQuery } from "../rules/try-on-recent/rules-trial-query.ts";
import { filterOf, type PartTexts } from "./filter-texts.ts";
import type { TestedFilter } from "./use-test-input.ts";

const ASK_AFTER_MS = 700;

export function useRecentTrial(
  texts: PartTexts,
  { sourceId, connectionId, transformationBefore }: TestedFilter,
) {
  const [filter, setFilter] = useState<FilterParts | null>(() => checkableFilter(texts));
  useEffect(() => {
    const timer = window.setTimeout(() => setFilter(checkableFilter(texts)), ASK_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [texts]);
  const transform =
    transformationBefore === null
      ? []
      : [{ type: "transform" as const, transformation_id: transformationBefore }];
  return useQuery({
    ...rulesTrialQuery({
      sourceId: sourceId ?? "",
      connectionId,
      rules: [...transform, { type: "filter", ...filter }],
      number: 0,
    }),
    enabled: sourceId !== null && filter !== null,
  });
}

/** Null if it is wrong, or checks nothing. */
export function checkableFilter(texts: PartTexts): FilterParts | null {
  const checked = filterOf(texts);
  return "filter" in checked && Object.keys(checked.filter).length > 0 ? checked.filter : null;
}
