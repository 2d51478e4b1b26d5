/**
 * Why can a person not use passkeys on this page?
 *
 * Browsers offer them over HTTPS only, and bind each one to a host name. On one's own machine `localhost` will do without
 * HTTPS; 127.0.0.1, where an installation starts, is an address and not a name.
 */
export interface PageFacts {
  isSecure: boolean;
  hasPasskeys: boolean;
  location: Pick<Location, "protocol" | "hostname" | "port">;
}

const ADDRESS = /^(?:[\d.]+|\[.*\])$/;
const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"]);

/** Undefined: they work. */
export function whyNoPasskeys({ isSecure, hasPasskeys, location }: PageFacts): string | undefined {
  const { protocol, hostname, port } = location;
  if (LOOPBACK_ADDRESSES.has(hostname))
    return `Passkeys need a host name. Open ${protocol}//localhost${port && `:${port}`} instead of ${hostname}.`;
  if (!isSecure)
    return "Passkeys need HTTPS. Ask the operator to set POSTHORN_PUBLIC_URL to an https:// address.";
  if (ADDRESS.test(hostname))
    return "Passkeys need a host name. Ask the operator to set POSTHORN_PUBLIC_URL to a name instead of an address.";
  return hasPasskeys ? undefined : "This browser has no passkeys.";
}

export function whyNoPasskeysHere(): string | undefined {
  return whyNoPasskeys({
    isSecure: window.isSecureContext,
    hasPasskeys: "PublicKeyCredential" in window,
    location: window.location,
  });
}
