/**
 * When are the numbers above a list read again?
 *
 * They follow the rows: when a poll brings other rows, bars and count are read at once, so that a list never stands under
 * a number of before. When a bulk operation begins or ends, everything is read again that it may have changed.
 */
import { useQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { BULK, bulkTotalsQuery } from "../bulk/bulk-queries.ts";

/** What a bulk operation changes, beside the list of operations itself. */
const CHANGED_BY_BULK: readonly QueryKey[] = [
  ["events"],
  ["requests"],
  ["attempts"],
  ["histograms"],
  ["saved-views", "count"],
  [...BULK, "button-plan"],
];

/** `act` runs when the value is another one than before, but not for the first value of a key. */
function useChange<Value>(key: string, value: Value | undefined, act: () => void): void {
  const seen = useRef<{ key: string; value: Value | undefined }>({ key, value: undefined });
  const onChange = useEffectEvent(act);
  useEffect(() => {
    const before = seen.current;
    seen.current = { key, value };
    if (before.key === key && before.value !== undefined && value !== undefined && before.value !== value)
      onChange();
  }, [key, value]);
}

export interface TrafficNews {
  /** Filters and page. */
  key: string;
  /** The newest rows, the same object while they stay the same. */
  latest: object | undefined;
  /** The queries of bars and count. */
  numbers: readonly QueryKey[];
}

export function useTrafficNews({ key, latest, numbers }: TrafficNews): void {
  const client = useQueryClient();
  const readAgain = (keys: readonly QueryKey[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
  useChange(key, latest, () => readAgain(numbers));
  const { data: totals } = useQuery(bulkTotalsQuery());
  useChange("bulk", totals && `${totals.ongoing} ${totals.ended}`, () => readAgain(CHANGED_BY_BULK));
}
