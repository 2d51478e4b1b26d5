/** What travels from send to settle: what was sent in one attempt, and what came back. */
import type { DeliveryErrorCode } from "@posthorn/contract/causes";

export interface Answer {
  createdAtMs: number;
  http_method: string;
  requested_url: string;
  response_status: number | null;
  error_code: DeliveryErrorCode | null;
  /** Names and values in turn; null without an answer. */
  response_headers: readonly string[] | null;
  response_body: Uint8Array | null;
  response_body_cut: boolean;
  deliveredAtMs: number | null;
  respondedAtMs: number | null;
}
