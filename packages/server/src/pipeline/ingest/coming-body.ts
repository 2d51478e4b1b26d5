/**
 * How does a body come into memory?
 *
 * Piece by piece, and each piece counts when it is here. The body ends in one of two ways: it has arrived, or it is given
 * up, because it finds no room or has stopped coming. A body that is given up takes no memory from that moment on, however
 * long its sender needs to read the answer.
 */
import type { IncomingMessage } from "node:http";
import type { Flight } from "./in-flight.ts";
import type { QuietBodies, WatchedBody } from "./quiet-bodies.ts";
import { ReceivedBody } from "./received-body.ts";

/** A class, because every request makes one. Calls `arrived` or `givenUp`, once. */
export class ComingBody extends ReceivedBody implements WatchedBody {
  countedBytes = 0;
  quietTicks = 0;
  private readonly request: IncomingMessage;
  private readonly flight: Flight;
  private readonly quiet: QuietBodies;
  private readonly maxBytes: number;
  /** Null: it is longer than the limit, and not kept. */
  private readonly arrived: (body: Buffer | null) => void;
  private readonly givenUp: (why: "no room" | "quiet") => void;

  constructor(
    request: IncomingMessage,
    flight: Flight,
    quiet: QuietBodies,
    maxBytes: number,
    arrived: (body: Buffer | null) => void,
    givenUp: (why: "no room" | "quiet") => void,
  ) {
    super();
    this.request = request;
    this.flight = flight;
    this.quiet = quiet;
    this.maxBytes = maxBytes;
    this.arrived = arrived;
    this.givenUp = givenUp;
    request.on("data", this.onData);
    request.on("end", this.onEnd);
    quiet.watch(this);
  }

  giveUp(why: "no room" | "quiet"): void {
    this.stop();
    this.flight.end();
    this.givenUp(why);
  }

  private readonly onData = (piece: Buffer): void => {
    if (!this.flight.holdBytes(piece.length)) return this.giveUp("no room");
    this.add(piece);
    if (this.bytes <= this.maxBytes) return;
    this.stop();
    this.arrived(null);
  };

  private readonly onEnd = (): void => {
    this.quiet.forget(this);
    this.arrived(this.whole());
  };

  private stop(): void {
    this.request.off("data", this.onData).off("end", this.onEnd);
    this.quiet.forget(this);
    this.drop();
  }
}
