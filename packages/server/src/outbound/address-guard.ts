/**
 * May we connect to this address?
 *
 * Nothing a user or a sender writes makes us dial inward: only globally routable addresses are allowed,
 * and the ranges the operator listed. Asked by the dialer for every address, literal or resolved, right
 * before the connection to that very address; asked by the API when a URL is saved.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only block of IPv6 that the registries give out for global unicast. */
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
      // ::ffff:10.0.0.1 is 10.0.0.1 to the kernel, so it is to us.
      const parsed = ipaddr.process(address);
      if (ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range))) return true;
      if (parsed.range() !== "unicast") return false;
      return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
    },
  };
}

/** The address a URL names by itself, or null when it names a host that has to be resolved first. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) ? host : null;
}
