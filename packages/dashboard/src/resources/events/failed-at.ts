/**
 * Which values do the words of a failure name? Host and port come from the URL that the attempt called, or else from the
 * one that the next attempt would call.
 */
import type { Connection } from "@posthorn/contract/connections";
import { placeOf, type FailedAt } from "@posthorn/contract/delivery-failures";
import type { Event } from "@posthorn/contract/events";

export interface Failing {
  event: Pick<Event, "data">;
  connection: Pick<Connection, "destination"> | undefined;
  /** If it is known. */
  requestedUrl?: string | null | undefined;
  retentionDays: number;
}

export function failedAt({ event, connection, requestedUrl, retentionDays }: Failing): FailedAt {
  const config = connection?.destination.config;
  return {
    ...placeOf(requestedUrl ?? event.data?.url ?? config?.url),
    timeoutSeconds: config?.delivery_timeout ?? null,
    retentionDays,
  };
}
