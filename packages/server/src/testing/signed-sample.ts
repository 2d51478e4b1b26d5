/** What does a verifier see of a provider's sample? A whole request, signed at a fixed time, sent to a fixed address. */
import type { Evidence } from "../pipeline/ingest/verify/evidence.ts";
import { PROVIDER_SAMPLES } from "./provider-samples.ts";

export interface SignedAt {
  nowMs: number;
  /** The address that the provider sends to, and may sign. */
  url: string;
}

export const SAMPLE_MOMENT: SignedAt = {
  nowMs: 1_767_225_600_123,
  url: "https://in.example.com/e/t0k3n/orders?a=%20b",
};

export interface SignedSample {
  evidence: Evidence;
  /** Those of its headers that prove the sender, by name. */
  proof: Record<string, string>;
}

export function signedSample(type: string, { nowMs, url }: SignedAt = SAMPLE_MOMENT): SignedSample {
  const sample = PROVIDER_SAMPLES[type];
  if (!sample) throw new Error(`${type} has no sample in testing/provider-samples.ts`);
  const seconds = Math.floor(nowMs / 1000);
  const body = sample.body?.({ seconds, nowMs }) ?? '{"id":"evt_1","é":1}';
  const proof = sample.headers({ body, nowMs, url, seconds, iso: new Date(nowMs).toISOString() });
  const { search } = new URL(url);
  const query = sample.query?.({ body }) ?? search.slice(1);
  return {
    evidence: {
      method: "POST",
      path: "/orders",
      query: query === "" ? null : query,
      url,
      headers: ["Content-Type", sample.contentType ?? "application/json", ...Object.entries(proof).flat()],
      body: Buffer.from(body),
      receivedAtMs: nowMs,
    },
    proof,
  };
}
