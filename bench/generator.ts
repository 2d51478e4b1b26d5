/**
 * How many requests per second does a URL accept, or how late are the answers at a given rate? (own process)
 *
 * Closed loop (no rate): every connection sends its next request after the answer to the last. This finds the highest
 * rate. Open loop (a rate): requests become due by the clock, whether or not answers came. Their latency counts from
 * the due time, so that a stall shows in every request that it delayed.
 */
import { answerWith } from "./child-process.ts";
import { connectSender, type SenderConnection } from "./sender-connection.ts";
import { nowUs } from "./sent-stamp.ts";
import { percentile } from "./statistics.ts";

export interface LoadAsk {
  url: string;
  seconds: number;
  connections: number;
  bodyBytes: number;
  /** Null: closed loop. */
  ratePerSecond: number | null;
  /** Requests that are not accepted are counted, instead of failing the run. */
  countsRefused?: boolean;
}

export interface LoadAnswer {
  /** All of them with a 2xx: anything else fails the run, or is counted as refused. */
  acked: number;
  refused: number;
  startedAtUs: number;
  endedAtUs: number;
  ackP50Ms: number;
  ackP99Ms: number;
  ackMostMs: number;
}

/** The product answers within 4 s, with a 503 if it must. After twice that time, no answer will come. */
const LAST_ANSWER_WITHIN_MS = 8_000;
const TICK_MS = 1;

/** The part that both loops share. */
interface Run {
  startedAtUs: number;
  durationUs: number;
  unanswered: number;
  send: (connection: SenderConnection, sentAtUs: number) => void;
  finish: () => void;
}

interface Loop {
  answered: (connection: SenderConnection) => void;
  stop: () => void;
}

function closedLoop(run: Run, connections: readonly SenderConnection[]): Loop {
  for (const connection of connections) run.send(connection, nowUs());
  return {
    answered(connection) {
      const at = nowUs();
      if (at - run.startedAtUs < run.durationUs) run.send(connection, at);
      else if (run.unanswered === 0) run.finish();
    },
    stop() {},
  };
}

function openLoop(run: Run, connections: readonly SenderConnection[], ratePerSecond: number): Loop {
  const idle = [...connections];
  const intervalUs = 1_000_000 / ratePerSecond;
  const total = Math.floor(run.durationUs / intervalUs);
  let sent = 0;
  const sendDue = () => {
    const at = nowUs();
    while (sent < total && run.startedAtUs + sent * intervalUs <= at) {
      const connection = idle.pop();
      if (connection === undefined) return; // the next answer frees a connection and calls this again
      run.send(connection, Math.round(run.startedAtUs + sent * intervalUs));
      sent++;
    }
    if (sent === total && run.unanswered === 0) run.finish();
  };
  const ticks = setInterval(sendDue, TICK_MS);
  return {
    answered(connection) {
      idle.push(connection);
      sendDue();
    },
    stop: () => clearInterval(ticks),
  };
}

async function putLoad({
  url,
  seconds,
  connections: count,
  bodyBytes,
  ratePerSecond,
  countsRefused = false,
}: LoadAsk): Promise<LoadAnswer> {
  const latenciesUs: number[] = [];
  const refusals = new Map<number, number>();
  const ended = Promise.withResolvers<void>();
  let loop: Loop | null = null;

  const onAnswer = (connection: SenderConnection, status: number, sentAtUs: number) => {
    latenciesUs.push(nowUs() - sentAtUs);
    if (status < 200 || status > 299) refusals.set(status, (refusals.get(status) ?? 0) + 1);
    run.unanswered--;
    loop?.answered(connection);
  };
  const connections = await Promise.all(
    Array.from({ length: count }, () => connectSender({ url, bodyBytes, onAnswer, onBroken: ended.reject })),
  );
  const run: Run = {
    startedAtUs: nowUs(),
    durationUs: seconds * 1_000_000,
    unanswered: 0,
    send(connection, sentAtUs) {
      run.unanswered++;
      connection.send(sentAtUs);
    },
    finish: ended.resolve,
  };
  const deadline = setTimeout(
    () => ended.reject(new Error(`${run.unanswered} requests to ${url} were never answered`)),
    seconds * 1000 + LAST_ANSWER_WITHIN_MS,
  );
  loop = ratePerSecond === null ? closedLoop(run, connections) : openLoop(run, connections, ratePerSecond);

  try {
    await ended.promise;
  } finally {
    clearTimeout(deadline);
    loop.stop();
    for (const connection of connections) connection.close();
  }
  if (refusals.size > 0 && !countsRefused) {
    const told = [...refusals].map(([status, times]) => `${times} × ${status}`).join(", ");
    throw new Error(`Of ${latenciesUs.length} requests to ${url} some were not accepted: ${told}`);
  }
  const refused = [...refusals.values()].reduce((sum, times) => sum + times, 0);
  return {
    acked: latenciesUs.length - refused,
    refused,
    startedAtUs: run.startedAtUs,
    endedAtUs: nowUs(),
    ackP50Ms: percentile(latenciesUs, 50) / 1000,
    ackP99Ms: percentile(latenciesUs, 99) / 1000,
    ackMostMs: percentile(latenciesUs, 100) / 1000,
  };
}

answerWith<LoadAsk, LoadAnswer>(putLoad);
