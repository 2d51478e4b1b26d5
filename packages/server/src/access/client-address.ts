/**
 * From which address does a call come?
 *
 * From the socket. Only when the peer is a reverse proxy that the operator listed is X-Forwarded-For
 * believed, and then from its end: everything before the last unlisted address was written by the caller.
 */
import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** IPv4 in IPv6 clothing is IPv4; null for what is no address. */
function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

/** Networks and their prefix lengths. */
export type AddressRanges = readonly (readonly [Address, number])[];

/** `ranges` are single addresses or CIDR. Read once, at start, where a mistake can still be told. */
export function parseProxyRanges(ranges: readonly string[]): AddressRanges {
  return ranges.map((range) => {
    const single = parse(range);
    if (single) return [single, single.kind() === "ipv4" ? 32 : 128];
    if (ipaddr.isValidCIDR(range)) return ipaddr.parseCIDR(range);
    throw new Error(`POSTHORN_TRUSTED_PROXIES may list addresses and CIDR ranges, not "${range}"`);
  });
}

function isWithin(address: Address, ranges: AddressRanges): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

export function clientAddress(
  headers: IncomingHttpHeaders,
  peer: string | undefined,
  trustedProxies: AddressRanges,
): string {
  if (trustedProxies.length === 0) return plainAddress(peer); // the usual case, and asked for every request
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  let address = parse(peer ?? "");
  while (address && isWithin(address, trustedProxies)) {
    const before = parse(forwarded.pop()?.trim() ?? "");
    if (!before) break;
    address = before;
  }
  return address?.toString() ?? "unknown";
}

/** Sockets of a dual-stack server write IPv4 as ::ffff:1.2.3.4. */
function plainAddress(peer: string | undefined): string {
  return peer?.replace(/^::ffff:/i, "") ?? "unknown";
}

/** One household or server has a whole IPv6 /64: counting single addresses of it would count nothing. */
export function throttledAddress(address: string): string {
  const parsed = parse(address);
  if (parsed?.kind() !== "ipv6") return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

/** One's own machine is one place, also where a browser takes IPv6 and another program IPv4. */
export function isSamePlace(one: string, other: string): boolean {
  return one === other || (isLoopback(one) && isLoopback(other));
}

function isLoopback(address: string): boolean {
  return parse(address)?.range() === "loopback";
}
