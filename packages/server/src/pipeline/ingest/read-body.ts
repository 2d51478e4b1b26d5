/**
 * How does a body come into memory?
 *
 * Piece by piece, and each piece counts when it is here. The body ends in one of two ways: it has arrived, or it is given
 * up, because it finds no room or has stopped coming. A body that is given up takes no memory from that moment on, however
 * long its sender needs to read the answer.
 */
import type { IncomingMessage } from "node:http";
import { REQUEST_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import type { Flight } from "./in-flight.ts";
import type { QuietBodies } from "./quiet-bodies.ts";
import { ReceivedBody } from "./received-body.ts";

export interface BodyEnds {
  /** Null: it is longer than the limit, and not kept. */
  arrived: (body: Buffer | null) => void;
  givenUp: (why: "no room" | "quiet") => void;
}

/** Calls one of the two functions, once. Call the function it returns when the sender is gone. */
export function readBody(
  request: IncomingMessage,
  flight: Flight,
  coming: QuietBodies,
  { arrived, givenUp }: BodyEnds,
): () => void {
  const body = new ReceivedBody();

  function stop(): void {
    request.off("data", onData).off("end", onEnd);
    coming.forget(body);
    body.drop();
  }
  function giveUp(why: "no room" | "quiet"): void {
    stop();
    flight.end();
    givenUp(why);
  }
  function onData(piece: Buffer): void {
    if (!flight.holdBytes(piece.length)) return giveUp("no room");
    body.add(piece);
    if (body.bytes <= REQUEST_BODY_MAX_BYTES) return;
    stop();
    arrived(null);
  }
  function onEnd(): void {
    coming.forget(body);
    arrived(body.whole());
  }

  request.on("data", onData);
  request.on("end", onEnd);
  coming.watch(body, () => giveUp("quiet"));
  return () => coming.forget(body);
}
