/** Which texts name a host, an address or a range? Pure. */
import ipaddr from "ipaddr.js";

/** An underscore is no part of a host name, but of names that container networks give out. */
const HOST_NAME = /^[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?$/;

/** In small letters. */
export function isHostName(text: string): boolean {
  return HOST_NAME.test(text);
}

export function isAddress(text: string): boolean {
  return ipaddr.isValid(text);
}

export function isRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

/** Returns whether only programs on this machine can reach this host. */
export function isLoopback(host: string): boolean {
  if (host === "localhost") return true;
  return ipaddr.isValid(host) && ipaddr.parse(host).range() === "loopback";
}

/** An address, or address:port. Of an IPv6 address, the port follows the brackets. */
export function isNameServer(text: string): boolean {
  const [, bracketed, plain, port = "53"] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return ipaddr.isValid(address) && /[.:]/.test(address) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** Without the brackets of an IPv6 address. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}
