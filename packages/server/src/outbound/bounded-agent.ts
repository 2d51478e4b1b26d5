/**
 * How are sockets kept for further requests, and never more of them than there may be?
 *
 * undici has a pool for each origin and, in it, a client for each socket. It knows no bound over all origins. So each
 * client asks the socket room before it connects, and reports when its socket is busy, idle or closed.
 */
import type { Socket } from "node:net";
import { Agent, Client, type Dispatcher, Pool, type buildConnector } from "undici";
import type { Connect } from "./connector.ts";
import { isOutOfDescriptors } from "./descriptors.ts";
import { type SocketRoom, type SocketUsage, createSocketRoom } from "./socket-room.ts";

const SOCKETS_PER_ORIGIN = 128;
const CLIENT_OPTIONS = {
  pipelining: 1,
  headersTimeout: 0, // one deadline, not one per phase
  bodyTimeout: 0,
  keepAliveTimeout: 15_000,
};

export type BoundedDispatchOptions = Dispatcher.DispatchOptions & {
  /** Set when the request has left its origin's queue and waits for this socket. */
  carrier: Carrier | null;
};

/** The one socket of a client, from before it connects until it is closed. */
interface Carrier {
  connect: buildConnector.connector;
  /** Ends the connecting, unless it is complete. The request that waits for it fails with this error. */
  giveUp: (error: Error) => void;
  isIdle: () => void;
  isBusy: () => void;
}

function createCarrier(connect: Connect, room: SocketRoom<Socket>, isClosed: () => boolean): Carrier {
  let socket: Socket | null = null;
  let giveUp: ((error: Error) => void) | null = null;

  function enter(options: buildConnector.Options, callback: buildConnector.Callback): void {
    const start = () => connectNow(options, callback);
    giveUp = (error) => {
      room.withdraw(start);
      callback(error, null);
    };
    room.enter(start);
  }

  function connectNow(options: buildConnector.Options, callback: buildConnector.Callback): void {
    if (isClosed()) return room.left(null);
    const begun = begin(options, (...[error, connected]) => {
      giveUp = null;
      if (error && isOutOfDescriptors(error)) room.closeOldest();
      if (error) return callback(error, null);
      socket = connected;
      return callback(null, connected);
    });
    if (!begun) return room.left(null);
    giveUp = (error) => begun.destroy(error);
    begun.once("close", () => {
      if (socket === begun) socket = null;
      room.left(begun);
    });
  }

  /** Never throws: the caller may be another socket that closes and leaves its place to this one. */
  function begin(options: buildConnector.Options, callback: buildConnector.Callback): Socket | null {
    try {
      return connect(options, callback);
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), null);
      return null;
    }
  }

  return {
    connect: enter,
    giveUp(error) {
      const end = giveUp;
      giveUp = null;
      end?.(error);
    },
    isIdle: () => void (socket && room.isIdle(socket)),
    isBusy: () => void (socket && room.isBusy(socket)),
  };
}

class BoundedClient extends Client {
  readonly #carrier: Carrier;

  constructor(origin: URL, carrier: Carrier) {
    super(origin, { ...CLIENT_OPTIONS, connect: carrier.connect });
    this.#carrier = carrier;
    this.on("drain", carrier.isIdle); // comes after each request, and before the pool hands over the next one
  }

  override dispatch(options: BoundedDispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#carrier.isBusy();
    options.carrier = this.#carrier;
    return super.dispatch(options, handler);
  }
}

export interface BoundedAgent {
  dispatch: (options: BoundedDispatchOptions, handler: Dispatcher.DispatchHandler) => void;
  usage: () => SocketUsage;
  close: () => Promise<void>;
}

export function createBoundedAgent(connect: Connect, socketsMost: number): BoundedAgent {
  const room = createSocketRoom<Socket>(socketsMost);
  let isClosed = false;
  const newClient = (origin: URL) =>
    new BoundedClient(
      origin,
      createCarrier(connect, room, () => isClosed),
    );
  const agent = new Agent({
    factory: (origin) =>
      new Pool(origin, {
        ...CLIENT_OPTIONS,
        connections: SOCKETS_PER_ORIGIN,
        connect, // never called, because each client has its own; without it, undici makes one for each pool
        factory: newClient,
      }),
    maxOrigins: Number.POSITIVE_INFINITY,
  });
  return {
    dispatch: (options, handler) => void agent.dispatch(options, handler),
    usage: room.usage,
    close() {
      isClosed = true;
      return agent.destroy();
    },
  };
}
