/**
 * How does a screen report what a person did? `report({ name: "Completed Guided Connection Step", properties: { step } })`.
 *
 * Sends nothing unless the operator has set a receiver. Nobody waits for a report, and one that fails is forgotten.
 */
import { reportProductEvent, type ScreenEvent } from "@posthorn/contract/product-events";
import { useEffect, useRef } from "react";
import { useSame } from "../../ui/use-same.ts";
import { call } from "../api/call.ts";
import { isActive } from "../list-filters/active-filters.ts";
import { useSession } from "../session/use-session.ts";

export function useReport(): (event: ScreenEvent) => void {
  const { is_tracking } = useSession();
  return useSame((event: ScreenEvent) => {
    if (is_tracking) void call(reportProductEvent, { body: event }).catch(() => undefined);
  });
}

/** Reports each change of a list's filters, by the names of those that are set. Their values stay here. */
export function useReportFilters<Filters extends object>(
  filters: Filters,
  eventOf: (names: (keyof Filters)[]) => ScreenEvent,
): void {
  const report = useReport();
  const present = JSON.stringify(filters);
  const seen = useRef(present);
  useEffect(() => {
    if (seen.current === present) return;
    seen.current = present;
    // The type of a list's filters names all that it has.
    const names = Object.keys(filters) as (keyof Filters)[];
    report(eventOf(names.filter((name) => isActive(filters[name]))));
  });
}
