/**
 * Does this request name a host under which this installation may be reached?
 *
 * Every request to the dashboard's port must. Otherwise a web page of somebody else could let its own name lead to our
 * address (DNS rebinding), and the browser would take our answers for that page's own. Nobody can do that with an
 * address or with `localhost`: no name server is asked for these, so they are always known. The port does not matter.
 */
import ipaddr from "ipaddr.js";

interface KnownHosts {
  publicUrl: string;
  /** The address or name that the server listens on. */
  host: string;
  /** Further names that the operator listed, in small letters. */
  allowedHosts: readonly string[];
}

const HOST = /^(\[[\d:.a-f]+\]|[^\s:@/[\]]+)(?::\d*)?$/i;

/** `host` is the Host header, or the authority of the request's target. */
export function createHostCheck({ publicUrl, host, allowedHosts }: KnownHosts) {
  const names = new Set(["localhost", new URL(publicUrl).hostname, host.toLowerCase(), ...allowedHosts]);

  return (named: string | undefined): boolean => {
    const name = HOST.exec(named ?? "")?.[1]
      ?.toLowerCase()
      .replace(/\.$/, "");
    return name !== undefined && (isAddress(name) || names.has(name));
  };
}

function isAddress(name: string): boolean {
  if (name.startsWith("[")) return ipaddr.IPv6.isValid(name.slice(1, -1));
  return ipaddr.IPv4.isValidFourPartDecimal(name);
}
