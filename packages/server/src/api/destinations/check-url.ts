/**
 * May a destination store this URL?
 *
 * Refuses addresses that deliveries could never reach, so that users see the problem while they type. Host names
 * are not resolved here: their addresses can change, and the dialer checks again at every connection. The check
 * covers the destination's own URL and every URL where credentials are exchanged for a token.
 */
import { HttpUrl } from "@posthorn/contract/http-url";
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

function* urlsOf({ url, auth }: GivenUrls, path: string): Generator<string> {
  if (url != null) yield url;
  if (auth && "auth_server" in auth) yield auth.auth_server;
  if (auth && "service_account_key" in auth) {
    const account = readServiceAccount(auth.service_account_key);
    if (!account || !HttpUrl.safeParse(account.token_uri).success) {
      throw invalid(`${path}config.auth.service_account_key must be the JSON key file of a service account`);
    }
    yield account.token_uri;
  }
}

export function checkUrls(given: GivenUrls, guard: AddressGuard, path: string): void {
  for (const url of urlsOf(given, path)) {
    if (!isUrlAllowed(url, guard)) throw invalid("This address is not allowed");
  }
}
