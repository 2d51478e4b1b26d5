/**
 * Is this request a challenge of the provider, and what does the provider want to hear?
 *
 * Compiles a challenge of the catalogue into a function that returns the reply, or null if the request is none. Some
 * replies contain a digest by the source's secret. Such an HMAC must never be the signature of a request that somebody
 * made up. So it is computed only over short words, and a request whose whole signed text is such a word does not pass:
 * `5` and `a=b` are bodies too. Some providers want an address to be fetched before they send.
 */
import type { Challenge, Computation } from "@posthorn/contract/catalogue/recipe";
import { digestOf, keyBytes } from "./digest.ts";
import type { Room } from "./fetch-cache.ts";
import { type ProviderFetches, unavailable } from "./provider-fetches.ts";
import { type Reading, failedAt, valueAt } from "./reading.ts";
import { type Auth, type Chunk, compileTemplate, textOf } from "./template.ts";
import type { ChallengeReply, Failed } from "./verification.ts";

/** A challenge is short, so no long body is parsed for one. */
const CHALLENGE_MAX_BYTES = 16_384;
const DIGESTIBLE_MAX_CHARACTERS = 256;
const DIGESTIBLE = new RegExp(`^[A-Za-z0-9+/=_~-]{1,${DIGESTIBLE_MAX_CHARACTERS}}$`);
const FORMS = { uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i };
/** Challenge, secret and address together. */
const HASHED_MAX_CHARACTERS = 4_096;

export interface Answer {
  reply: ChallengeReply;
  /** The secret that the challenge carries, as fields of `config.auth`. */
  secret: Readonly<Record<string, string>> | null;
}

/** Null: the request is no challenge. */
type Answered = Answer | Failed | null;
export type AnswerChallenge = (reading: Reading) => Answered | Promise<Answered>;

/** `auth` is null if the source has no secret. Returns null if the reply needs a field that it has not. */
export function compileChallenge(
  challenge: Challenge,
  auth: Auth | null,
  fetches: ProviderFetches,
): AnswerChallenge | null {
  if (authFieldsIn(challenge.reply).some((name) => !auth?.[name])) return null;
  const compute = computationOf(challenge, auth);
  if (compute === null) return null;
  const reply = replyOf(challenge.reply);
  const { confirm } = challenge;
  const room: Room = { used: 0 };
  return (reading) => {
    if (!isAsked(challenge.when, reading)) return null;
    const computed = compute(reading);
    const written = computed === null ? null : reply({ reading, auth: auth ?? {}, computed });
    const answer = written && { reply: written, secret: secretIn(challenge, reading) };
    return answer && confirm ? confirmed(confirm, reading, answer) : answer;
  };

  async function confirmed(
    { url_at, allowed }: NonNullable<Challenge["confirm"]>,
    reading: Reading,
    answer: Answer,
  ): Promise<Answered> {
    const url = valueAt(reading, url_at);
    if (typeof url !== "string") return url;
    if (!allowed.test(url)) return failedAt("MALFORMED", url_at);
    return (await fetches.confirm(url, room)) ? answer : unavailable(fetches, url_at);
  }
}

function secretIn({ secret }: Challenge, reading: Reading): Answer["secret"] {
  const value = secret && valueAt(reading, secret.spot);
  return secret && typeof value === "string" ? { [secret.field]: value } : null;
}

/** The fields of the source that the reply repeats. */
function authFieldsIn(reply: Challenge["reply"]): string[] {
  return Array.from(JSON.stringify(reply).matchAll(/\{auth:([^}]+)\}/g), ([, name = ""]) => name);
}

export function isAsked(
  { method, header, without_header, query, body, without_body, is_empty, equals = [] }: Challenge["when"],
  { raw, evidence }: Reading,
): boolean {
  if (method !== undefined && evidence.method !== method) return false;
  if (is_empty && evidence.body.length > 0) return false;
  if (header !== undefined && raw({ header }).length === 0) return false;
  if (without_header !== undefined && raw({ header: without_header }).length > 0) return false;
  if (query !== undefined && (evidence.query === null || raw({ query }).length === 0)) return false;
  const paths = [body, ...equals.map((spot) => spot.body)].filter((path) => path !== undefined);
  if (!paths.every((path) => mayHave(evidence.body, path))) return false;
  if (body !== undefined && raw({ body }).length === 0) return false;
  if (without_body !== undefined && mayHave(evidence.body, without_body)) return false;
  return equals.every((spot) => {
    const values = raw(spot);
    return values.length === 1 && values[0] === String(spot.value);
  });
}

/** Saves parsing nearly every body: one that has a field contains the field's name. */
function mayHave(body: Uint8Array, path: string): boolean {
  const name = path.slice(path.lastIndexOf(".") + 1);
  return (
    body.length <= CHALLENGE_MAX_BYTES &&
    Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(name)
  );
}

function computationOf(
  { compute }: Challenge,
  auth: Auth | null,
): ((reading: Reading) => string | null) | null {
  if (compute === undefined) return () => "";
  if (auth === null) return null;
  const key = compute.scheme === "hash" ? null : keyBytes(auth[compute.key ?? "webhook_secret_key"] ?? "");
  if (compute.scheme === "hmac" && key === null) return null;
  const digest = digestOf(compute.algorithm, compute.encoding, key);
  const content = compileTemplate(compute.content);
  const form = digestibleForm(compute);
  return (reading) => {
    const text = textOf(content, { reading, auth });
    if (typeof text !== "string") return null;
    const isFine = key === null ? text.length <= HASHED_MAX_CHARACTERS : form.test(text);
    return isFine ? digest.of([text]) : null;
  };
}

function digestibleForm({ form }: Computation): RegExp {
  return form === undefined ? DIGESTIBLE : FORMS[form];
}

/** Is this a text that the reply to one of these challenges would sign for anybody who asks? */
export function signedForAnybody(
  challenges: readonly Challenge[],
): (signedText: readonly Chunk[]) => boolean {
  const forms = challenges.flatMap(({ compute }) =>
    compute?.scheme === "hmac" ? [digestibleForm(compute)] : [],
  );
  return (chunks) => {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (forms.length === 0 || length > DIGESTIBLE_MAX_CHARACTERS) return false;
    const text = chunks.map((chunk) => Buffer.from(chunk).toString()).join("");
    return forms.some((form) => form.test(text));
  };
}

type ReplyValues = Parameters<typeof textOf>[1];

function replyOf({
  status = 200,
  headers = {},
  text,
  json,
}: Challenge["reply"]): (values: ReplyValues) => ChallengeReply | null {
  const named = Object.entries(headers).map(([name, value]) => [name, compileTemplate(value)] as const);
  const fields = Object.entries(json ?? {}).map(
    ([name, value]) => [name, typeof value === "number" ? value : compileTemplate(value)] as const,
  );
  const plain = compileTemplate(text ?? "");
  return (values) => {
    const written: string[] = [
      "content-type",
      json ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    ];
    for (const [name, template] of named) {
      const value = textOf(template, values);
      if (typeof value !== "string") return null;
      written.push(name, value);
    }
    const shown: Record<string, string | number> = {};
    for (const [name, template] of fields) {
      const value = typeof template === "number" ? template : textOf(template, values);
      if (typeof value === "object") return null;
      shown[name] = value;
    }
    const body = json ? JSON.stringify(shown) : textOf(plain, values);
    return typeof body === "string" ? { status, headers: written, body } : null;
  };
}
