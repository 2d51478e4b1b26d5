/** What does a person read after a retry of a request? Pure: one of the texts that the spec names. */
import type { Request } from "@posthorn/contract/requests";

export interface Report {
  kind: "success" | "warning" | "error";
  text: string;
}

export interface RetryResult {
  /** How many events the retry made; null if the request was rejected again. */
  events: number | null;
  /** As it was before the retry. */
  request: Pick<Request, "status">;
  /** One ignored event was retried, not the request. */
  isOneEntry: boolean;
}

export function retryReport({ events, request, isOneEntry }: RetryResult): Report {
  if (events === null) return { kind: "error", text: "Request retried and is still invalid" };
  if (isOneEntry && events > 0)
    return { kind: "success", text: "Retried and a new event was created successfully." };
  if (events > 0)
    return {
      kind: "success",
      text: `Request has been retried and ${events === 1 ? "1 event was" : `${events} events were`} created.`,
    };
  if (request.status === "rejected") return { kind: "success", text: "Request has been accepted" };
  return { kind: "warning", text: "Retried but no event was generated. Please check your rules." };
}
