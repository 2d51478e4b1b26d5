/**
 * May a destination store this URL?
 *
 * Refuses addresses that deliveries could never reach, so that users see the problem while they type. Host names
 * are not resolved here: their addresses can change, and the dialer checks again at every connection. The check
 * covers the destination's own URL and every URL where credentials are exchanged for a token.
 */
import type { AddressGuard } from "../../outbound/address-guard.ts";
import { literalAddress } from "../../outbound/address-guard.ts";
import { readServiceAccount } from "../../pipeline/send/auth/gcp-service-account.ts";
import { invalid } from "../validation.ts";
import type { MergedDestination } from "./destination-config.ts";

/** RFC 6761: these names always mean this machine. */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;

function isUrlAllowed(url: string, guard: AddressGuard): boolean {
  const parsed = new URL(url);
  const address = LOCALHOST.test(parsed.hostname) ? "127.0.0.1" : literalAddress(parsed);
  return address === null || guard.isAllowed(address);
}

/** Only new values; stored URLs are not checked again. */
export interface GivenUrls {
  url: string | null | undefined;
  auth: MergedDestination["auth"];
}

/** A key file that cannot be read names no URL. It is stored, and deliveries fail with OAUTH2_HANDSHAKE_FAILED. */
function* urlsOf({ url, auth }: GivenUrls): Generator<string> {
  if (url != null) yield url;
  if (auth && "auth_server" in auth) yield auth.auth_server;
  if (auth && "service_account_key" in auth) {
    const account = readServiceAccount(auth.service_account_key);
    if (account) yield account.token_uri;
  }
}

export function checkUrls(given: GivenUrls, guard: AddressGuard): void {
  for (const url of urlsOf(given)) {
    if (!isUrlAllowed(url, guard)) throw invalid("This address is not allowed");
  }
}
