/**
 * Is the first line of this request one of HTTP/1.0 or HTTP/1.1?
 *
 * Node's parser lets more pass than the standard allows: other versions, other protocols, several spaces in a row. A
 * proxy in front of us may read such a line differently, so we refuse it.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "./orderly-stop.ts";

const LINE = /^[^ ]+ [^ ]+ HTTP\/1\.[01]\r?$/;
const CR = 13;
const LF = 10;

/** On the socket itself: every request asks for it, and a WeakSet of all sockets answers more slowly. */
const SEEN = Symbol("the first line was looked at");

interface Parsing {
  /** Node's parser, as far as we use it. Its type is not public, so a test checks that it is still there. */
  parser?: { getCurrentBuffer?: () => Buffer } | null;
  [SEEN]?: true;
}

/**
 * Must be called while Node emits the request: only then does its parser hold the bytes. To read them costs as much as
 * a small copy, so it looks at the first line of a connection only. A program that writes bad lines writes them from
 * the first one on. A first line that arrives in several pieces is not looked at.
 */
export function isGoodLine(request: IncomingMessage): boolean {
  if (request.httpVersionMajor !== 1) return false;
  const socket = request.socket as Socket & Parsing; // safe: nothing of it has to be there
  if (socket[SEEN]) return true;
  socket[SEEN] = true;
  const bytes = socket.parser?.getCurrentBuffer?.();
  return bytes === undefined || isGoodIn(bytes, request.method ?? "");
}

function isGoodIn(bytes: Buffer, method: string): boolean {
  let start = 0;
  while (bytes[start] === CR || bytes[start] === LF) start++; // empty lines before a request are allowed
  const end = bytes.indexOf(LF, start);
  const line = bytes.toString("latin1", start, end);
  return end < 0 || !line.startsWith(`${method} `) || LINE.test(line);
}
