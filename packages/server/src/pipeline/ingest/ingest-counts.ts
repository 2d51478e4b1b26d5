/**
 * What did ingest do since this process started?
 *
 * Plain numbers that the ingest server raises and the metrics endpoint reads. Statuses are those that the server itself
 * chooses, so there are about a dozen.
 */
import { Histogram } from "../../histogram.ts";

export interface IngestCounts {
  /** Stored and answered. */
  accepted: number;
  /** Stored with a cause, and answered. */
  rejected: number;
  /** Answered and not stored, by status. */
  refused: Map<number, number>;
  /** Of bodies that were received whole. */
  bodyBytes: number;
  /** From the last byte of a request until its answer, of requests that were stored. */
  answerSeconds: Histogram;
}

export function newIngestCounts(): IngestCounts {
  return { accepted: 0, rejected: 0, refused: new Map(), bodyBytes: 0, answerSeconds: new Histogram() };
}

export function countRefusal({ refused }: IngestCounts, status: number): void {
  refused.set(status, (refused.get(status) ?? 0) + 1);
}
