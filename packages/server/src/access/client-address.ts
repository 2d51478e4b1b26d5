/**
 * Which address does a call come from?
 *
 * From the socket's peer. Only if the peer is a reverse proxy that the operator listed do we believe
 * X-Forwarded-For, and then from its end: the caller may have written everything before the last unlisted address.
 */
import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** IPv4 written as IPv6 counts as IPv4; null for text that is not an address. */
function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

/** Networks and their prefix lengths. */
export type AddressRanges = readonly (readonly [Address, number])[];

/** `ranges` are single addresses or CIDR. Parsed once, at start, where a mistake can still be reported. */
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
  if (trustedProxies.length === 0) return plainAddress(peer); // the usual case, on every request
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

/**
 * To which client does a connection from this peer belong? Null for a trusted proxy: it carries the connections of
 * many clients.
 */
export function connectionOwner(peer: string | undefined, trustedProxies: AddressRanges): string | null {
  const address = parse(peer ?? "");
  if (address && isWithin(address, trustedProxies)) return null;
  return throttledAddress(address?.toString() ?? "unknown");
}

/** One household or server owns a whole IPv6 /64, so counting its single addresses would limit nothing. */
export function throttledAddress(address: string): string {
  const parsed = parse(address);
  if (parsed?.kind() !== "ipv6") return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

/** All loopback addresses are one place: on one machine a browser may use IPv6 and another program IPv4. */
export function isSamePlace(one: string, other: string): boolean {
  return one === other || (isLoopback(one) && isLoopback(other));
}

function isLoopback(address: string): boolean {
  return parse(address)?.range() === "loopback";
}
