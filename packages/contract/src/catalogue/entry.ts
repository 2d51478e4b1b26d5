/**
 * What does the catalogue say about a type of source?
 *
 * One entry per type, as data. The picker, the forms, the API's checks, the verifiers and docs/reference/source-types.md
 * all come from it. docs/how-to-add-a-source-type.md has the steps.
 */
import type { RequestMethod } from "../causes.ts";
import type { Challenge, Recipe } from "./recipe.ts";

/** All fields that `config.auth` of some provider has, as the wire names them. */
export type AuthFieldName =
  | "webhook_secret_key"
  | "api_key"
  | "app_key"
  | "public_key"
  | "token"
  | "username"
  | "password"
  | "store_name"
  | "log_drains_secret"
  | "webhook_id"
  | "environment"
  | "dev_id"
  | "client_id"
  | "client_secret"
  | "verification_token"
  | "service_account_email"
  | "audience";

export interface AuthFieldDetails {
  label: string;
  /** Where a person finds the value. */
  hint?: string;
  is_secret: boolean;
  /** The source works without it. */
  is_optional?: true;
  /** The value that a new form starts with. */
  initial?: string;
  /** If it is one of a few values. */
  options?: readonly string[];
  /** A valid value has this form; `message` completes "webhook_secret_key …". */
  pattern?: { regex: RegExp; message: string };
}

export type AuthFields = Readonly<Partial<Record<AuthFieldName, AuthFieldDetails>>>;

/**
 * Why Posthorn cannot check the senders of a type. UNSIGNED: the provider signs nothing. UNESTABLISHED: we could not
 * find out how the provider signs.
 */
export type UnverifiedReason = "UNSIGNED" | "UNESTABLISHED";

interface ForPeople {
  /** The provider's own page about its webhooks; null if there is none that everybody can read. */
  docs: string | null;
  /** The brand's name in simple-icons, if it can be read when small. Else the first letters of the label stand for it. */
  icon?: string;
  /** `platform` unless it says otherwise. `http`: anything can send to it. */
  category?: "http";
  /** Its place among the popular types of the picker, from 1. */
  popular?: number;
  /** Not offered in the picker: the product makes such sources itself. */
  hidden?: true;
  /** What a person must know before they use a source of this type. */
  alert?: string;
  challenges?: readonly Challenge[];
  /** Methods that the provider uses and most do not. A form offers them beside the usual ones. */
  methods?: readonly RequestMethod[];
}

export interface VerifiedEntry extends ForPeople {
  auth: AuthFields;
  /** A request passes if it satisfies one of them. */
  recipes: readonly Recipe[];
  /** The usual reasons for which requests of this provider fail. Whole sentences. */
  mistakes?: readonly string[];
  unverified?: undefined;
}

export interface UnverifiedEntry extends ForPeople {
  /** Null: the type has no scheme of its own, but the methods in `NAMED_AUTH`, a token or an API key. */
  unverified: UnverifiedReason | null;
  auth?: undefined;
  recipes?: undefined;
  mistakes?: undefined;
}

export type SourceTypeEntry = VerifiedEntry | UnverifiedEntry;

/** Entries of one file of the catalogue. A function instead of an annotation, so that the types of the keys stay known. */
export function entries<Type extends string>(family: Record<Type, SourceTypeEntry>): typeof family {
  return family;
}

/** The field of most providers. */
export function signingSecret(hint: string, label = "Webhook signing secret"): AuthFields {
  return { webhook_secret_key: { label, hint: `${hint} Stored encrypted.`, is_secret: true } };
}

export const CHANGED_BODY =
  "A proxy in front of Posthorn changes the body, for example by formatting its JSON again. The signature covers the exact bytes.";
export const SWAPPED_SECRETS =
  "The secret of the test mode is configured, and the request comes from the live mode, or the other way around.";
export const OTHER_ENDPOINT =
  "The provider has a secret for each webhook endpoint, and this one belongs to another endpoint.";
export const OTHER_ADDRESS =
  "The provider signs the address that it sends to. It must be the URL of the source, letter by letter, or a domain whose proxy keeps the header Host.";
export const CLOCK =
  "The clock of this machine is wrong, or something between the provider and Posthorn holds requests back.";
