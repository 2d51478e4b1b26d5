/**
 * For which host does a passkey work, and from which page may a browser use it?
 *
 * A browser binds a passkey to a host name, never to an address. On one's own machine 127.0.0.1 and localhost are the same
 * dashboard, and only the latter is a name: passkeys work there. The dashboard explains where none work
 * (resources/session/why-no-passkeys.ts).
 */
import { LOOPBACK_NAMES } from "./origin.ts";

/** WebAuthn's names for the two. */
export interface PasskeyPlace {
  rpID: string;
  origin: string;
}

export function passkeyPlace(publicUrl: string): PasskeyPlace {
  const url = new URL(publicUrl);
  if (LOOPBACK_NAMES.includes(url.hostname)) url.hostname = "localhost";
  return { rpID: url.hostname, origin: url.origin };
}
