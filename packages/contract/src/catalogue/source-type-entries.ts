/** The entry of every type, from all files of the catalogue. A type that is missing, or is there twice, is an error. */
import type { SourceType } from "../source-types.ts";
import { ADDRESSED_HMAC } from "./addressed-hmac.ts";
import { ANY_SENDER } from "./any-sender.ts";
import { BODY_FIELDS } from "./body-fields.ts";
import { BODY_HMAC } from "./body-hmac.ts";
import { BODY_HMAC_VARIANTS } from "./body-hmac-variants.ts";
import { CHALLENGED_BODY_HMAC } from "./challenged-body-hmac.ts";
import type { SourceTypeEntry } from "./entry.ts";
import { FETCHED_KEYS } from "./fetched-keys.ts";
import { JSON_WEB_TOKENS } from "./json-web-tokens.ts";
import { PUBLIC_KEYS } from "./public-keys.ts";
import { SHARED_TOKENS } from "./shared-tokens.ts";
import { STANDARD_WEBHOOKS } from "./standard-webhooks.ts";
import { TIMED_HMAC } from "./timed-hmac.ts";
import { UNESTABLISHED } from "./unestablished.ts";
import { UNSIGNED } from "./unsigned.ts";

export const FAMILIES = [
  ANY_SENDER,
  STANDARD_WEBHOOKS,
  BODY_HMAC,
  BODY_HMAC_VARIANTS,
  CHALLENGED_BODY_HMAC,
  TIMED_HMAC,
  ADDRESSED_HMAC,
  BODY_FIELDS,
  SHARED_TOKENS,
  PUBLIC_KEYS,
  FETCHED_KEYS,
  JSON_WEB_TOKENS,
  UNSIGNED,
  UNESTABLISHED,
] as const;

export const SOURCE_TYPE_ENTRIES: Readonly<Record<SourceType, SourceTypeEntry>> = {
  ...ANY_SENDER,
  ...STANDARD_WEBHOOKS,
  ...BODY_HMAC,
  ...BODY_HMAC_VARIANTS,
  ...CHALLENGED_BODY_HMAC,
  ...TIMED_HMAC,
  ...ADDRESSED_HMAC,
  ...BODY_FIELDS,
  ...SHARED_TOKENS,
  ...PUBLIC_KEYS,
  ...FETCHED_KEYS,
  ...JSON_WEB_TOKENS,
  ...UNSIGNED,
  ...UNESTABLISHED,
};
