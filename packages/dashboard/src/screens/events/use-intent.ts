/**
 * Which event will a person open next? The one whose row the pointer rests on or the focus is in. Its details, its body
 * and the code of the panel load before the click.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, type SyntheticEvent } from "react";
import { eventQuery, eventRawBodyQuery } from "../../resources/events/event-queries.ts";
import { rowOf } from "../../ui/list/row-focus.ts";
import { EVENT_ROWS } from "./event-row.tsx";
import { loadPanel } from "./later-panel.ts";

/** A pointer that only passes over a row costs no call. */
const RESTS_AFTER_MS = 80;
/** Details that are not older than this are not loaded again. */
const FRESH_MS = 5000;

export function useIntent() {
  const client = useQueryClient();
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const watch = ({ target }: SyntheticEvent) => {
    const eventId = EVENT_ROWS.choiceOf(target instanceof Element ? rowOf(target) : null)?.id;
    window.clearTimeout(timer.current);
    if (eventId === undefined) return;
    loadPanel();
    timer.current = window.setTimeout(() => {
      void client.prefetchQuery({ ...eventQuery(eventId), staleTime: FRESH_MS });
      void client.prefetchQuery(eventRawBodyQuery(eventId));
    }, RESTS_AFTER_MS);
  };
  return { onPointerOver: watch, onFocus: watch };
}
