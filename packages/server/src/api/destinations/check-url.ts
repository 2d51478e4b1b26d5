/**
 * May this URL be kept as a destination?
 *
 * Refuses addresses that deliveries would never reach, so that people learn of it while they type. Host
 * names are not resolved here: what they mean can change, and the dialer asks again at every connection.
 */
import type { AddressGuard } from "../../outbound/address-guard.ts";
import { literalAddress } from "../../outbound/address-guard.ts";
import { invalid } from "../validation.ts";

/** RFC 6761: these names are this machine and nothing else. */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;

function isUrlAllowed(url: string, guard: AddressGuard): boolean {
  const parsed = new URL(url);
  const address = LOCALHOST.test(parsed.hostname) ? "127.0.0.1" : literalAddress(parsed);
  return address === null || guard.isAllowed(address);
}

export function checkUrl(url: string | undefined, guard: AddressGuard): void {
  if (url !== undefined && !isUrlAllowed(url, guard)) throw invalid("This address is not allowed");
}
