/**
 * How do a public id and the internal UUID translate into each other?
 *
 * Internally, every id is a UUIDv7 (time-ordered, 16 bytes). At the edge it is a prefix and the same 128
 * bits in base 62, so code can convert between `evt_…` and the UUID without a lookup. Sources use base 36,
 * because their id is part of a URL, which people type and mail programs change to lower case.
 */

export const ID_PREFIXES = {
  api_key: "apk_",
  attempt: "atm_",
  audit_entry: "aud_",
  bookmark: "bmk_",
  bulk_operation: "bch_",
  change: "chg_",
  cli_client: "cli_",
  cli_key: "clk_",
  cli_session: "ses_",
  connection: "web_",
  custom_domain: "dom_",
  destination: "des_",
  directory_group: "dgr_",
  directory_group_member: "dgm_",
  directory_person: "dpn_",
  directory_token: "dtk_",
  erasure: "ers_",
  event: "evt_",
  execution: "exe_",
  integration: "int_",
  invitation: "inv_",
  invoice: "ivc_",
  issue: "iss_",
  issue_trigger: "it_",
  marker: "mrk_",
  member: "mbr_",
  organization: "org_",
  payload: "edt_",
  project: "tm_",
  project_member: "pmb_",
  request: "req_",
  saved_view: "viw_",
  source: "src_",
  sso_domain: "sdm_",
  team_integration: "tin_",
  transformation: "trs_",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Prefixes that older links and our search boxes also accept. */
const ALTERNATIVE_PREFIXES: Partial<Record<IdKind, string>> = {
  destination: "dst_",
  transformation: "tf_",
};

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz";

/** 128 bits need this many digits. Ids are padded to this length, so that they sort by time as text. */
const DIGITS = { 62: 22, 36: 25 } as const;

type Radix = keyof typeof DIGITS;

function radixOf(kind: IdKind): Radix {
  return kind === "source" ? 36 : 62;
}

/** All pairs of digits of each alphabet, in order: `digitsOf` writes two digits at a time. */
const PAIRS: Record<Radix, string[]> = { 62: pairsOf(BASE62), 36: pairsOf(BASE36) };

function pairsOf(alphabet: string): string[] {
  return Array.from(alphabet).flatMap((first) => Array.from(alphabet, (second) => first + second));
}

/** One array serves all ids, because nothing else runs meanwhile. A new one for each would add a tenth to the time. */
const dividedWords = new Uint16Array(8);

/**
 * Long division over eight 16-bit words by the square of the radix. Every step stays below 2^31, so the engine
 * uses integer arithmetic. This runs several times per delivery, and BigInt would be noticeably slower.
 */
function digitsOf(bytes: Uint8Array, radix: Radix): string {
  const pairs = PAIRS[radix];
  const divisor = radix * radix;
  for (let word = 0; word < 8; word++)
    dividedWords[word] = ((bytes[word * 2] ?? 0) << 8) | (bytes[word * 2 + 1] ?? 0);
  let text = "";
  let first = 0;
  for (let digits = 0; digits < DIGITS[radix]; digits += 2) {
    let remainder = 0;
    for (let word = first; word < 8; word++) {
      const dividend = (remainder << 16) | (dividedWords[word] ?? 0);
      // Written out, because the compiler makes a division by a constant faster.
      const quotient = radix === 62 ? (dividend / (62 * 62)) | 0 : (dividend / (36 * 36)) | 0;
      dividedWords[word] = quotient;
      remainder = dividend - quotient * divisor;
    }
    while (first < 8 && dividedWords[first] === 0) first++;
    text = pairs[remainder] + text;
  }
  return text.slice(text.length - DIGITS[radix]);
}

/** Returns null if the text has a wrong length, a foreign digit, or more than 128 bits. */
function bytesOf(text: string, radix: Radix): Uint8Array | null {
  if (text.length !== DIGITS[radix]) return null;
  const alphabet = radix === 36 ? BASE36 : BASE62;
  const words = [0, 0, 0, 0];
  for (const character of text) {
    let carry = alphabet.indexOf(character);
    if (carry < 0) return null;
    for (let word = 3; word >= 0; word--) {
      const product = (words[word] ?? 0) * radix + carry;
      words[word] = product >>> 0;
      carry = Math.floor(product / 0x100000000);
    }
    if (carry > 0) return null;
  }
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  words.forEach((word, index) => view.setUint32(index * 4, word));
  return bytes;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function uuidText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < 16; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text += "-";
    text += HEX[bytes[at] ?? 0];
  }
  return text;
}

const HYPHEN = 45;
const NINE = 57;

/** Digit by digit: every claimed event needs several, and parsing pieces of the text takes five times as long. */
export function uuidBytes(uuid: string): Uint8Array {
  const bytes = new Uint8Array(16);
  let digits = 0;
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === HYPHEN) continue;
    const value = code <= NINE ? code - 48 : (code | 32) - 87; // letters of either case
    bytes[digits >> 1] = ((bytes[digits >> 1] ?? 0) << 4) | value;
    digits++;
  }
  return bytes;
}

/** The public text of an id, from its uuid text or its 16 bytes. */
export function publicId(kind: IdKind, id: string | Uint8Array): string {
  return ID_PREFIXES[kind] + digitsOf(typeof id === "string" ? uuidBytes(id) : id, radixOf(kind));
}

/** The uuid behind a public id; null when the text is not an id of that kind. */
export function internalId(kind: IdKind, text: string): string | null {
  const alternative = ALTERNATIVE_PREFIXES[kind];
  const prefix = alternative && text.startsWith(alternative) ? alternative : ID_PREFIXES[kind];
  if (!text.startsWith(prefix)) return null;
  const bytes = bytesOf(text.slice(prefix.length), radixOf(kind));
  return bytes && uuidText(bytes);
}

/** An attempt's number has to fit the database's 32-bit integer. */
const HIGHEST_ATTEMPT_NUMBER = 2 ** 31 - 1;

/** An attempt is identified by its event and its number, so its public id is the event's digits and the number. */
export function attemptId(eventId: string | Uint8Array, attemptNumber: number): string {
  let number = "";
  for (let rest = attemptNumber; rest > 0; rest = Math.floor(rest / 62)) {
    number = BASE62.charAt(rest % 62) + number;
  }
  const event = digitsOf(typeof eventId === "string" ? uuidBytes(eventId) : eventId, 62);
  return ID_PREFIXES.attempt + event + number;
}

/** Returns null if the text is no attempt id. Every attempt has exactly one spelling. */
export function attemptOfId(text: string): { event_id: string; attempt_number: number } | null {
  if (!text.startsWith(ID_PREFIXES.attempt)) return null;
  const digits = text.slice(ID_PREFIXES.attempt.length);
  const bytes = bytesOf(digits.slice(0, DIGITS[62]), 62);
  const numberDigits = digits.slice(DIGITS[62]);
  if (!bytes || !/^[1-9A-Za-z][0-9A-Za-z]{0,5}$/.test(numberDigits)) return null;
  let number = 0;
  for (const digit of numberDigits) number = number * 62 + BASE62.indexOf(digit);
  return number > HIGHEST_ATTEMPT_NUMBER ? null : { event_id: uuidText(bytes), attempt_number: number };
}

/** The part of a source URL that names the source: its id without the prefix. */
export function sourceToken(id: string | Uint8Array): string {
  return digitsOf(typeof id === "string" ? uuidBytes(id) : id, 36);
}

/** Accepts the bare token and the whole source id, in any letter case. */
export function sourceIdOfToken(token: string): string | null {
  const lower = token.toLowerCase();
  const bytes = bytesOf(
    lower.startsWith(ID_PREFIXES.source) ? lower.slice(ID_PREFIXES.source.length) : lower,
    36,
  );
  return bytes && uuidText(bytes);
}
