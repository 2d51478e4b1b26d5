/**
 * Does a text contain the identifier of a person, however a sender has written it?
 *
 * Pure. Letters count the same in both cases, and a text is also read as what its percent signs, its escapes of JSON and its
 * plus signs mean. An identifier that is encoded in another way, such as Base64, is not found: docs/guides/personal-data.md.
 */
export interface Finder {
  /** In the form in which texts are compared. */
  identifier: string;
  isIn: (text: string) => boolean;
  /** Parts that every spelling has as they are. Empty: any row may contain the identifier. */
  anchors: readonly string[];
}

const ANCHORS_MOST = 3;
const ANCHOR_LEAST_CHARACTERS = 3;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const ESCAPE = /\\(?:u([0-9a-f]{4})|(["\\/]))/gi;

export function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

export function createFinder(given: string): Finder {
  const identifier = comparable(given.trim());
  const isPlainlyIn = (text: string) => comparable(text).includes(identifier);
  return {
    identifier,
    isIn: (text) => {
      if (isPlainlyIn(text)) return true;
      for (const read of otherReadings(text)) if (isPlainlyIn(read)) return true;
      return false;
    },
    anchors: anchorsOf(identifier),
  };
}

/** What is written twice, such as an address of the web in JSON in a form, is read twice. */
function* otherReadings(text: string): Generator<string> {
  let read = text;
  for (let depth = 0; depth < 3; depth++) {
    const before = read;
    if (read.includes("%")) read = read.replaceAll(PERCENT, decodedBytes);
    if (read.includes("\\"))
      read = read.replaceAll(ESCAPE, (_, unit?: string, sign?: string) => unescaped(unit, sign));
    if (read === before) break;
    yield read;
  }
  if (read.includes("+")) yield read.replaceAll("+", " ");
}

function decodedBytes(escapes: string): string {
  return Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8");
}

function unescaped(unit: string | undefined, sign: string | undefined): string {
  return unit === undefined ? (sign ?? "") : String.fromCharCode(Number.parseInt(unit, 16));
}

function anchorsOf(identifier: string): string[] {
  const runs = identifier.match(/[a-z0-9]+/g) ?? [];
  return [...new Set(runs)]
    .filter((run) => run.length >= ANCHOR_LEAST_CHARACTERS)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, ANCHORS_MOST);
}
