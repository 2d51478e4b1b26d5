/**
 * May another socket be opened now, and which idle one is closed for it?
 *
 * Counts all outgoing sockets, from the moment they begin to connect until they are closed, including idle ones that
 * are kept for their destination's next request. When there are as many as there may be, a new one waits; the socket
 * that has been idle longest is closed for it. Nothing here touches the network: `bounded-agent.ts` reports what happens.
 */
export interface SocketRoom<Socket> {
  /** Calls `open` when there is room for a socket, at once if there is. `left` must follow. */
  enter: (open: () => void) => void;
  /** Takes back an `enter` whose `open` has not been called yet. */
  withdraw: (open: () => void) => void;
  /** What had entered is closed, or was never opened (null). */
  left: (socket: Socket | null) => void;
  isIdle: (socket: Socket) => void;
  isBusy: (socket: Socket) => void;
  /** Closes the socket that has been idle longest, if there is one. */
  closeOldest: () => void;
  usage: () => SocketUsage;
}

export interface SocketUsage {
  /** From the moment they begin to connect until they are closed. */
  open: number;
  idle: number;
  /** How many wait for room. */
  waiting: number;
}

export function createSocketRoom<Socket extends { destroy: () => unknown }>(
  most: number,
): SocketRoom<Socket> {
  /** In the order in which they became idle. */
  const idle = new Set<Socket>();
  const closing = new Set<Socket>();
  /** In the order in which they came. */
  const waiting = new Set<() => void>();
  let open = 0;

  function admit(): void {
    for (const next of waiting) {
      if (open >= most) return;
      waiting.delete(next);
      open++;
      next();
    }
  }

  function closeOldest(): void {
    const [oldest] = idle;
    if (!oldest) return;
    idle.delete(oldest);
    closing.add(oldest);
    oldest.destroy();
  }

  function makeRoom(): void {
    while (idle.size > 0 && waiting.size > closing.size) closeOldest();
  }

  return {
    enter(next) {
      waiting.add(next);
      admit();
      if (waiting.size > 0) makeRoom();
    },
    withdraw: (next) => waiting.delete(next),
    left(socket) {
      if (socket) idle.delete(socket);
      if (socket) closing.delete(socket);
      open--;
      if (waiting.size > 0) admit();
    },
    isIdle(socket) {
      idle.add(socket);
      // Later, because its own destination may have another request for it.
      if (waiting.size > 0) queueMicrotask(makeRoom);
    },
    isBusy: (socket) => idle.delete(socket),
    closeOldest,
    usage: () => ({ open, idle: idle.size, waiting: waiting.size }),
  };
}
