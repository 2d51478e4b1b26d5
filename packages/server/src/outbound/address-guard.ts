/**
 * May we connect to this address?
 *
 * Nothing that a user or a sender writes may make us dial an internal address: only globally routable addresses are
 * allowed, and the ranges that the operator listed. The dialer asks for every address, literal or resolved, right
 * before it connects to that very address. The API asks when a URL is saved.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only IPv6 block that the registries assign for global unicast. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

export interface AddressGuard {
  /** `address` is an IP address in any spelling that Node's resolver or the URL parser yields. */
  isAllowed: (address: string) => boolean;
}

export function createAddressGuard(allowedRanges: readonly string[]): AddressGuard {
  const ranges = allowedRanges.map((range) =>
    ipaddr.parseCIDR(range.includes("/") ? range : `${range}/${isIP(range) === 6 ? 128 : 32}`),
  );

  return {
    isAllowed(address) {
      if (!ipaddr.isValid(address)) return false;
      // The kernel treats ::ffff:10.0.0.1 as 10.0.0.1, so we do too.
      const parsed = ipaddr.process(address);
      if (ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range))) return true;
      if (parsed.range() !== "unicast") return false;
      return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
    },
  };
}

/** Returns the IP address in a URL, or null if its host must be resolved first. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) ? host : null;
}
