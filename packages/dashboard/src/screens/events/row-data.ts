/**
 * Which event or attempt does a row of the list stand for? The rows carry ids, so one listener serves all of them.
 *
 * A row id that begins with `atm_` selects an attempt, which belongs to the event of `data-of-event`.
 */
import type { Attempt } from "@posthorn/contract/attempts";

/** What is selected: an event, an attempt of one, or nothing. */
export interface Selection {
  eventId?: string | undefined;
  attemptId?: string | undefined;
}

/** What a row selects. */
export interface RowChoice extends Selection {
  eventId: string;
}

export function eventRowData(eventId: string) {
  return { "data-event-id": eventId };
}

export function attemptRowData({ id, event_id }: Pick<Attempt, "id" | "event_id">) {
  return { "data-attempt-id": id, "data-of-event": event_id };
}

export function choiceOf(row: HTMLElement | null): RowChoice | undefined {
  const { eventId, attemptId, ofEvent } = row?.dataset ?? {};
  if (ofEvent !== undefined) return { eventId: ofEvent, attemptId };
  return eventId === undefined ? undefined : { eventId, attemptId: undefined };
}

/** A person reads the attempts of an event, so its row may not move. */
export function hasExpandedRow(box: HTMLElement | null): boolean {
  return box !== null && box.querySelector("tr [aria-expanded=true]") !== null;
}

/** The row on screen of this event, or of this attempt if its event is expanded. */
export function rowOfChoice(box: HTMLElement | null, { eventId, attemptId }: Selection): HTMLElement | null {
  const find = (name: string, id: string | undefined) =>
    id === undefined ? null : (box?.querySelector<HTMLElement>(`[${name}="${CSS.escape(id)}"]`) ?? null);
  return find("data-attempt-id", attemptId) ?? find("data-event-id", eventId);
}
