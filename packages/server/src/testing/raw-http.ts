/**
 * How does a test send bytes that no decent client would?
 *
 * A socket that stays open and writes exactly the bytes it is given, one request after the other. An HTTP client would
 * refuse to send half of what an attacker sends.
 */
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  /** 0: the far end hung up without an answer. */
  status: number;
  body: string;
  /** The far end hangs up after this answer. */
  isLast: boolean;
}

export interface RawClient {
  /** One at a time. Throws when nothing came within the deadline. */
  ask: (request: Buffer) => Promise<RawAnswer>;
  close: () => void;
}

const HEAD_END = "\r\n\r\n";

/** Returns null until a whole answer has arrived. */
function answerIn(received: Buffer, isHead: boolean): RawAnswer | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = received.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  const isLast = /^connection: close$/im.test(head);
  if (isHead) return { status, body: "", isLast };
  const start = headEnd + HEAD_END.length;
  if (/^transfer-encoding: chunked$/im.test(head)) {
    const end = received.indexOf("0\r\n\r\n", start);
    return end === -1 ? null : { status, body: received.toString("utf8", start, end), isLast };
  }
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  if (received.length < start + length) return null;
  return { status, body: received.toString("utf8", start, start + length), isLast };
}

interface Waiting {
  received: Buffer;
  /** An answer to HEAD has no body, whatever length its head says. */
  isHead: boolean;
  resolve: (answer: RawAnswer) => void;
  reject: (error: Error) => void;
}

export function createRawClient(url: string, deadlineMs: number): RawClient {
  const { hostname, port } = new URL(url);
  let socket: Socket | null = null;
  let waiting: Waiting | null = null;

  function open(): Socket {
    const line = connect({ host: hostname, port: Number(port), noDelay: true });
    line.setTimeout(deadlineMs, () => waiting?.reject(new Error(`No answer within ${deadlineMs} ms`)));
    line.on("data", (chunk) => {
      if (!waiting) return;
      waiting.received = Buffer.concat([waiting.received, chunk]);
      const answer = answerIn(waiting.received, waiting.isHead);
      if (!answer) return;
      if (answer.isLast) hangUp(line);
      waiting.resolve(answer);
    });
    line.on("close", () => {
      if (socket !== line) return;
      socket = null;
      waiting?.resolve({ status: 0, body: "", isLast: true });
    });
    line.on("error", () => undefined); // `close` follows
    return line;
  }

  function hangUp(line: Socket): void {
    if (socket === line) socket = null;
    line.destroy();
  }

  return {
    async ask(request) {
      const line = (socket ??= open());
      try {
        return await new Promise<RawAnswer>((resolve, reject) => {
          const isHead = request.toString("latin1", 0, 5) === "HEAD ";
          waiting = { received: Buffer.alloc(0), isHead, resolve, reject };
          line.write(request);
        });
      } finally {
        waiting = null;
      }
    },
    close() {
      if (socket) hangUp(socket);
    },
  };
}
