/**
 * What proves a sender, as a caller writes it?
 *
 * Checks the fields of one method of authentication. Sources and integrations have the same fields in different places,
 * and a complaint names the caller's own place: `config.auth.header_key is required`.
 */
import { authSchemaOf } from "@posthorn/contract/source-auth";
import { unverifiedReason } from "@posthorn/contract/source-catalogue";
import { SOURCE_TYPES, type SourceAuthType } from "@posthorn/contract/source-types";
import * as z from "zod/mini";
import { keyMistakes } from "../../pipeline/ingest/verify/key-mistakes.ts";
import { invalid, parseInput, pathText, valueAt } from "../validation.ts";

/** `place` leads to the fields in the caller's input. */
export function authOfMethod(method: SourceAuthType, auth: unknown, place: readonly string[]): object {
  const schema = authSchemaOf(method);
  if (schema === null) throw notAvailable(method);
  const parsed = parseAuth(schema, auth, place);
  // A text that is no public key where the method needs one: no request could pass.
  const [mistake] = keyMistakes(method, parsed);
  if (mistake) throw invalid(`${pathText([...place, mistake.field], "")} ${mistake.message}`);
  return parsed;
}

export function parseAuth(schema: z.ZodMiniObject, auth: unknown, place: readonly string[]): object {
  const around = place.reduceRight<z.ZodMiniType>((inner, step) => z.object({ [step]: inner }), schema);
  const input = place.reduceRight<unknown>((inner, step) => ({ [step]: inner }), auth);
  // The schema at that place parses objects.
  return valueAt(parseInput(around, input, "body"), place) as object;
}

export function notAvailable(method: SourceAuthType) {
  const type = SOURCE_TYPES.find((one) => one === method);
  const reason = type && unverifiedReason(type);
  return invalid(
    `Verification of ${method} requests is not available${reason ? `: ${reason}` : ""}. Use a source of type WEBHOOK with auth_type HMAC, BASIC_AUTH, API_KEY or STANDARD_WEBHOOKS, or leave config.auth out`,
  );
}
