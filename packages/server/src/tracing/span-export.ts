/**
 * How do spans reach the receiver without slowing anything down?
 *
 * They wait in a bounded queue, and one push at a time takes some of them. If the receiver is slow or away, the queue
 * fills, and further spans are dropped and counted. A push that fails is not repeated: a trace is a sample anyway. The
 * address guard allows every address, because only the operator sets it, and receivers are often in a private network.
 * Redirects are not followed, so the headers go to that address only.
 */
import type { Log } from "../log.ts";
import { createDialer } from "../outbound/dialer.ts";
import { otlpUrl } from "../outbound/otlp-url.ts";
import type { Span } from "../pipeline/trace.ts";
import { type WriteSpans, rejectedSpans, spanWriter } from "./otlp-spans.ts";

const WAITING_MAX = 8_192;
const PUSHED_AT_ONCE = 512;
const PUSH_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 5_000;
const ANSWER_MAX_BYTES = 64 * 1024;
/** What a stop waits for the last spans. */
const STOP_WITHIN_MS = 1_000;
const WARN_EVERY_MS = 60_000;
const SOCKETS_MOST = 2;

export interface SpanExportSettings {
  url: string;
  headers: Readonly<Record<string, string>>;
}

interface SpanExportOptions {
  log: Log;
  version: string;
  pushEveryMs?: number;
  stopWithinMs?: number;
}

export interface SpanCounts {
  exported: number;
  /** There was no room, or the receiver did not take them. */
  dropped: number;
}

export interface SpanExport {
  record: (spans: readonly Span[]) => void;
  counts: Readonly<SpanCounts>;
  waiting: () => number;
  stop: () => Promise<void>;
}

export function createSpanExport(
  { url, headers }: SpanExportSettings,
  { log, version, pushEveryMs = PUSH_EVERY_MS, stopWithinMs = STOP_WITHIN_MS }: SpanExportOptions,
): SpanExport {
  const write: WriteSpans = spanWriter(version);
  const dialer = createDialer({ isAllowed: () => true }, { socketsMost: SOCKETS_MOST });
  const { origin, pathname, search } = new URL(otlpUrl(url, "traces"));
  const sent = [
    "user-agent",
    `posthorn/${version}`,
    "accept-encoding",
    "identity",
    "content-type",
    "application/x-protobuf",
    ...Object.entries(headers).flat(),
  ];
  const counts: SpanCounts = { exported: 0, dropped: 0 };
  let waiting: Span[] = [];
  let pushing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;
  let mayWarnAtMs = 0;

  async function push(): Promise<void> {
    const spans = waiting.slice(0, PUSHED_AT_ONCE);
    waiting = waiting.slice(PUSHED_AT_ONCE);
    const exchange = await dialer.exchange({
      origin,
      path: pathname + search,
      method: "POST",
      headers: [...sent],
      credentialHeaders: Object.keys(headers).map((name) => name.toLowerCase()),
      body: write(spans),
      deadlineMs: ANSWER_WITHIN_MS,
      bodyMaxBytes: ANSWER_MAX_BYTES,
      maxRedirects: null,
    });
    if ("failure" in exchange) return lost(spans.length, { error: exchange.failure });
    const { status, body } = exchange.response;
    if (status < 200 || status >= 300) return lost(spans.length, { status });
    const rejected = Math.min(rejectedSpans(body), spans.length);
    counts.exported += spans.length - rejected;
    if (rejected > 0) lost(rejected, { status });
  }

  function lost(spans: number, why: Record<string, unknown>): void {
    counts.dropped += spans;
    const nowMs = performance.now();
    if (nowMs < mayWarnAtMs) return;
    mayWarnAtMs = nowMs + WARN_EVERY_MS;
    log.warn("traces.not_exported", { ...why, spans, dropped: counts.dropped });
  }

  function pushSome(): void {
    timer = null;
    pushing = push()
      .catch((error: unknown) => log.error("traces.push_broke_down", { error }))
      .finally(() => {
        pushing = null;
        schedule();
      });
  }

  /** A push waits for more spans, also one that follows a full one: so a receiver that is away is not pressed. */
  function schedule(): void {
    if (pushing || timer || isStopping || waiting.length === 0) return;
    timer = setTimeout(pushSome, waiting.length >= PUSHED_AT_ONCE ? pushEveryMs / 20 : pushEveryMs);
    timer.unref();
  }

  async function pushRest(): Promise<void> {
    await pushing;
    while (waiting.length > 0) await push();
  }

  return {
    counts,
    waiting: () => waiting.length,
    record(spans) {
      if (isStopping || waiting.length + spans.length > WAITING_MAX) {
        counts.dropped += spans.length;
        return;
      }
      for (const span of spans) waiting.push(span);
      schedule();
    },
    async stop() {
      isStopping = true;
      if (timer) clearTimeout(timer);
      let late: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((resolve) => {
        late = setTimeout(resolve, stopWithinMs);
      });
      await Promise.race([pushRest().catch(() => undefined), tooLong]); // `push` has logged why
      clearTimeout(late);
      waiting = [];
      await dialer.close();
    },
  };
}
