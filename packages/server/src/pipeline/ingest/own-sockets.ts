/**
 * Does this connection come from our own process?
 *
 * The answer on such a connection names the stored request in a header, because the source's own response may say
 * nothing about it. Other senders do not get the header.
 */
export const REQUEST_ID_HEADER = "x-posthorn-request-id";

const own = new WeakSet<object>();

export function markOwn(socket: object): void {
  own.add(socket);
}

export function isOwn(socket: object): boolean {
  return own.has(socket);
}
