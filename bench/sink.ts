/**
 * What arrived, how late, and did anything arrive twice? (own process)
 *
 * The destination of both relay and product: raw sockets, a fixed answer. It costs very little, so the bench also uses
 * it to measure the highest rate of the generator itself.
 */
import { createServer, type Socket } from "node:net";
import { answerWith } from "./child-process.ts";
import { FAILING_PATH, SUCCEEDS_AT } from "./failing-path.ts";
import { createMessageReader, headerOf } from "./http-message.ts";
import { listenOnLoopback } from "./listen.ts";
import { nowUs, SENT_HEADER } from "./sent-stamp.ts";
import { percentile } from "./statistics.ts";

/** `reset` clears the counters and returns the port. The others report what arrived since. */
export type SinkAsk = "reset" | "arrivals" | "latency";

export interface SinkAnswer {
  port: number;
  arrived: number;
  /** Repeated arrivals of the same attempt: same event id, same attempt number. */
  repeated: number;
  /** From sending to arrival. Ask for it only when no load runs, because it sorts all values. */
  latencyP50Ms: number;
}

const REFUSAL = Buffer.from("HTTP/1.1 500 No\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nNO");
const ANSWER = Buffer.from("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nOK");

let arrived = 0;
let repeated = 0;
let latenciesUs: number[] = [];
let attempts = new Set<string>();

function record(head: string): void {
  arrived++;
  const sentAtUs = Number(headerOf(head, SENT_HEADER));
  if (sentAtUs > 0) latenciesUs.push(nowUs() - sentAtUs);
  const eventId = headerOf(head, "x-posthorn-eventid");
  if (eventId === null) return;
  const attempt = `${eventId} ${headerOf(head, "x-posthorn-attempt-count")}`;
  if (attempts.has(attempt)) repeated++;
  attempts.add(attempt);
}

function isRefused(head: string): boolean {
  return (
    head.startsWith(`post ${FAILING_PATH}`) &&
    Number(headerOf(head, "x-posthorn-attempt-count")) < SUCCEEDS_AT
  );
}

function serve(socket: Socket): void {
  socket.setNoDelay(true);
  const read = createMessageReader((head) => {
    record(head);
    socket.write(isRefused(head) ? REFUSAL : ANSWER);
  });
  socket.on("data", (chunk: Buffer) => read(chunk));
  socket.on("error", () => socket.destroy()); // if a client hangs up, the missing arrivals show it
}

const port = await listenOnLoopback(createServer(serve));

answerWith<SinkAsk, SinkAnswer>(async (question) => {
  if (question === "reset") {
    arrived = 0;
    repeated = 0;
    latenciesUs = [];
    attempts = new Set();
  }
  const latencyP50Ms = question === "latency" ? percentile(latenciesUs, 50) / 1000 : Number.NaN;
  return { port, arrived, repeated, latencyP50Ms };
});
