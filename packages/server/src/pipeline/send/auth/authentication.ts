/**
 * How does a delivery prove to its destination where it comes from?
 *
 * A destination's method and credentials are prepared once per change: either a function that proves a
 * request by itself, or a grant that must first be exchanged for a token (tokens.ts). Null means the default,
 * the project's signature, which `deliveryRequest` adds itself.
 */
import { createHash } from "node:crypto";
import type { DestinationAuth } from "@posthorn/contract/destination-auth";
import type { DestinationKey } from "../../../store/destinations.ts";
import { proveByApiKey } from "./api-key.ts";
import { proveByAwsSignature } from "./aws-signature.ts";
import { proveByBasicAuth } from "./basic-auth.ts";
import { proveByBearerToken } from "./bearer-token.ts";
import { proveByCustomSignature } from "./custom-signature.ts";

/** The request before any proof is added. */
export interface UnprovenRequest {
  method: string;
  origin: string;
  /** Path and query, as the request line will carry them. */
  path: string;
  /** Names and values in turn. */
  headers: readonly string[];
  body: Uint8Array | null;
  nowMs: number;
}

export interface Proof {
  /** By name in lower case. They replace headers of the same name. */
  headers: Readonly<Record<string, string>>;
  /** Replaces a parameter of the same name. */
  parameter?: { name: string; value: string };
}

export type Prove = (request: UnprovenRequest) => Proof;

type GrantTypes = "OAUTH2_CLIENT_CREDENTIALS" | "OAUTH2_AUTHORIZATION_CODE" | "GCP_SERVICE_ACCOUNT";

/** Credentials that an authorization server exchanges for a token. */
export type GrantAuth = Extract<DestinationAuth, { auth_type: GrantTypes }>;

export interface Grant {
  destination: DestinationKey;
  /** Equal for the same destination with the same credentials; tokens are cached under it. */
  key: string;
  auth: GrantAuth;
}

export type Authentication = { prove: Prove; grant: null } | { prove: null; grant: Grant };

export function grantOf(destination: DestinationKey, auth: GrantAuth): Grant {
  const fingerprint = createHash("sha256").update(JSON.stringify(auth)).digest("base64");
  return { destination, key: `${destination.id} ${fingerprint}`, auth };
}

/** Returns null for the default, which needs no preparation. */
export function authenticationOf(destination: DestinationKey, given: DestinationAuth): Authentication | null {
  switch (given.auth_type) {
    case "HOOKDECK_SIGNATURE":
      return null;
    case "CUSTOM_SIGNATURE":
      return provenBy(proveByCustomSignature(given.auth));
    case "BASIC_AUTH":
      return provenBy(proveByBasicAuth(given.auth));
    case "API_KEY":
      return provenBy(proveByApiKey(given.auth));
    case "BEARER_TOKEN":
      return provenBy(proveByBearerToken(given.auth.token));
    case "AWS_SIGNATURE":
      return provenBy(proveByAwsSignature(given.auth));
    case "OAUTH2_CLIENT_CREDENTIALS":
    case "OAUTH2_AUTHORIZATION_CODE":
    case "GCP_SERVICE_ACCOUNT":
      return { prove: null, grant: grantOf(destination, given) };
  }
}

function provenBy(prove: Prove): Authentication {
  return { prove, grant: null };
}

const REDACTED = "[redacted]";

/** The same names with redacted values, for people who look at what would be sent. */
export function redactedProof({ prove }: Authentication): Prove {
  const real = prove ?? proveByBearerToken("");
  return (request) => {
    const { headers, parameter } = real(request);
    return {
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, REDACTED])),
      ...(parameter && { parameter: { name: parameter.name, value: REDACTED } }),
    };
  };
}

/** The JSON was sealed when it was saved, after the schema of its method had checked it. */
export function readAuth(auth_type: DestinationAuth["auth_type"], json: string | null): DestinationAuth {
  return { auth_type, auth: json === null ? {} : JSON.parse(json) };
}
