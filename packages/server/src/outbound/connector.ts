/**
 * How is a socket connected, and only to an address that is allowed?
 *
 * Names are resolved and checked here, and the socket connects to the very address that was checked. A host that is an
 * address itself is checked as it is.
 */
import { type LookupFunction, Socket, isIP } from "node:net";
import { buildConnector } from "undici";
import type { AddressGuard } from "./address-guard.ts";
import type { Names } from "./names.ts";

/** The address exists but may not be dialed. The message has no address, because a tenant may see it. */
class AddressNotAllowedError extends Error {
  readonly code = "ADDRESS_NOT_ALLOWED";
  constructor() {
    super("This address is not allowed");
  }
}

/** Returns the socket while it connects; null if the address may not be dialed. */
export type Connect = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket | null;

export function createGuardedConnect(guard: AddressGuard, names: Names): Connect {
  const connect = buildConnector({
    allowH2: false,
    timeout: 0, // the exchange's own deadline covers connecting
    lookup: (hostname, options, callback) => void answerLookup(hostname, options.all ?? false, callback),
  });

  async function answerLookup(
    name: string,
    wantsAll: boolean,
    callback: Parameters<LookupFunction>[2],
  ): Promise<void> {
    const found = await names.addressesOf(name).catch((error: Error) => error);
    if (found instanceof Error) return callback(found, []);
    const allowed = found.filter(({ address }) => guard.isAllowed(address));
    const [first] = allowed;
    if (!first) return callback(new AddressNotAllowedError(), []);
    return wantsAll ? callback(null, allowed) : callback(null, first.address, first.family);
  }

  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) && !guard.isAllowed(host)) {
      callback(new AddressNotAllowedError(), null);
      return null;
    }
    const socket: unknown = connect(options, callback);
    if (socket instanceof Socket) return socket;
    throw new Error("undici's connector no longer returns its socket");
  };
}
