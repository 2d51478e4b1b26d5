/**
 * Is each signed text the text of one request only?
 *
 * For the recipes of every type: makes up values that are full of separators, takes those that a recipe accepts, and reads
 * the signed text again in every way that a recipe of the type with the same key has. No other reading may be accepted.
 * The types for which the provider's own scheme makes that impossible are listed, with the reason.
 */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Recipe } from "@posthorn/contract/catalogue/recipe";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SAMPLE_MOMENT } from "../../../testing/signed-sample.ts";
import type { Evidence } from "./evidence.ts";
import { readingOf } from "./reading.ts";
import { beginsAsJson, compileSignedText } from "./signed-text.ts";
import { type CompiledTemplate, type Piece, piecesOf } from "./template.ts";
import { RECENT_TIMES } from "./timestamp.ts";

const FORM = "names and values of a form follow the address and each other without anything between them";
const FIELDS = "fields of the body follow each other without anything between them";
const SEVERAL_READINGS: Record<string, string> = {
  MAILCHIMP: FORM,
  PAYMOB: FIELDS,
  PAYPRO_GLOBAL: FIELDS,
  PRAXIS: FIELDS,
  TWILIO: FORM,
  USPS: "the payload follows the time, and the page does not say in which form the time is",
};

/** Types whose recipes have one reading each, but not all together. */
const READ_BY_ANOTHER_RECIPE: Record<string, string> = {
  ADYEN:
    "a body that is signed as a whole could be the eight fields of an item, if its JSON were cut at its colons",
};

type SignedRecipe = Extract<Recipe, { content: string }>;

interface Signed {
  recipe: SignedRecipe;
  pieces: readonly Piece[];
  compiled: CompiledTemplate;
}

function signedOf(recipe: SignedRecipe): Signed {
  return { recipe, pieces: piecesOf(recipe.content), compiled: compileSignedText(recipe) };
}

const signedBy = (type: (typeof SOURCE_TYPES)[number]) =>
  (SOURCE_TYPE_ENTRIES[type].recipes ?? []).flatMap((recipe) =>
    "content" in recipe ? [signedOf(recipe)] : [],
  );

const hasSeveralParts = ({ pieces }: Signed) => pieces.filter(({ name }) => name !== undefined).length > 1;

/** The texts of the pieces, in order. */
type Texts = readonly string[];

const HEADER_NAME = "x-named";
const OF_SOURCE = "k";
/** The body is an empty object where only its digest is signed. */
const DIGESTS: Record<string, string> = {
  "body-sha256": createHash("sha256").update("{}").digest("hex"),
  "body-base64url": Buffer.from("{}").toString("base64url"),
  "body-crc32": String(crc32("{}")),
};
const AUTH = new Proxy<Record<string, string>>({}, { get: () => OF_SOURCE });
const fieldOf = (name: string) => name.replace(/^\w+:/, "").replace(/\?$/, "");

/** Forms that HTTP, or another part of the verifier, gives a value. */
const FORMS: Record<string, RegExp> = {
  method: /^[A-Z]{1,10}$/,
  path: /^\/\S*$/,
  url: /^https:\/\/in\.example\.com\/\S*$/,
  "header-names": new RegExp(`^${HEADER_NAME}$`),
  header: /^[!-~](?:[ -~]*[!-~])?$/,
  nonce: /^[!-~](?:[ -~]*[!-~])?$/,
  auth: new RegExp(`^${OF_SOURCE}$`),
};

function isPossible(name: string, text: string, { timestamp }: SignedRecipe): boolean {
  if (name === "timestamp") return new RegExp(`^${RECENT_TIMES[timestamp?.unit ?? "s"]}$`).test(text);
  if (!name.startsWith("line:")) return FORMS[name.split(":")[0] ?? ""]?.test(text) ?? true;
  return text === "" ? name.endsWith("?") : text.startsWith(`${fieldOf(name)}\n`) && text.endsWith("\n");
}

function evidenceOf(values: ReadonlyMap<string, string>): Evidence {
  const headers: string[] = [];
  const json: Record<string, unknown> = {};
  for (const [name, text] of values) {
    if (name.startsWith("header:")) headers.push(fieldOf(name), text);
    if (name === "named-headers") headers.push(HEADER_NAME, text);
    if (name.startsWith("body:") && text !== "") setField(json, fieldOf(name), text);
    if (name.startsWith("line:") && text !== "")
      json[fieldOf(name)] = text.slice(fieldOf(name).length + 1, -1);
  }
  return {
    method: values.get("method") ?? "POST",
    path: "/",
    query: null,
    url: `https://in.example.com${values.get("path") ?? "/"}`,
    headers,
    body: Buffer.from(values.get("body") ?? JSON.stringify(json)),
    receivedAtMs: SAMPLE_MOMENT.nowMs,
  };
}

function setField(json: Record<string, unknown>, path: string, text: string): void {
  const [first = "", ...others] = path.split(".");
  if (others.length === 0) {
    json[first] = text;
    return;
  }
  const inner: Record<string, unknown> = Object.assign({}, json[first]);
  setField(inner, others.join("."), text);
  json[first] = inner;
}

/** Does the recipe accept a request with these texts, and sign exactly them? */
function isAccepted({ recipe, pieces, compiled }: Signed, texts: Texts): boolean {
  const values = new Map<string, string>();
  for (const [at, { name }] of pieces.entries()) {
    const text = texts[at] ?? "";
    if (name === undefined) continue;
    if (!isPossible(name, text, recipe) || (values.get(name) ?? text) !== text) return false;
    values.set(name, text);
  }
  const evidence = evidenceOf(values);
  if (recipe.is_json && !beginsAsJson(evidence.body)) return false;
  const chunks = compiled.chunks({
    reading: readingOf(evidence),
    auth: AUTH,
    url: values.get("url") ?? "",
    timestamp: values.get("timestamp") ?? "",
    nonce: values.get("nonce") ?? "",
    headerNames: HEADER_NAME,
  });
  if (!Array.isArray(chunks)) return false;
  return Buffer.concat(chunks.map((one) => Buffer.from(one))).toString() === texts.join("");
}

/** Every way to read the text as these pieces. */
function* readings(text: string, pieces: readonly Piece[], recipe: SignedRecipe): Generator<string[]> {
  const [first, ...others] = pieces;
  if (first === undefined) {
    if (text === "") yield [];
  } else if (first.name === undefined) {
    if (text.startsWith(first.text))
      for (const rest of readings(text.slice(first.text.length), others, recipe)) yield [first.text, ...rest];
  } else
    for (let end = others.length === 0 ? text.length : 0; end <= text.length; end += 1) {
      const part = text.slice(0, end);
      if (!text.startsWith(others[0]?.text ?? "", end) || !isPossible(first.name, part, recipe)) continue;
      for (const rest of readings(text.slice(end), others, recipe)) yield [part, ...rest];
    }
}

const { nowMs } = SAMPLE_MOMENT;
const ISO = new Date(nowMs).toISOString();
const TIMES = {
  s: [String(Math.floor(nowMs / 1000))],
  ms: [String(nowMs)],
  iso: [ISO, ISO.slice(0, 19), `${ISO.slice(0, 19)}Z`],
};
const URL_START = "https://in.example.com/";

/** Values that are made of what stands between parts, and of what parts look like. */
function valueOf(name: string, { recipe, pieces }: Signed): fc.Arbitrary<string> {
  const times = TIMES[recipe.timestamp?.unit ?? "s"];
  if (name === "timestamp") return fc.constantFrom(...times);
  if (name === "method") return fc.constantFrom("POST", "GET");
  if (name === "header-names") return fc.constant(HEADER_NAME);
  if (name.startsWith("auth:")) return fc.constant(OF_SOURCE);
  if (DIGESTS[name] !== undefined) return fc.constant(DIGESTS[name]);
  const between = pieces.flatMap((piece) => piece.text ?? []);
  const lines = pieces.flatMap((piece) =>
    piece.name?.startsWith("line:") ? [`\n${fieldOf(piece.name)}\n`] : [],
  );
  const looks = [
    "a",
    "0",
    ".",
    ":",
    "{}",
    "[{}]",
    "{",
    "}",
    "Z",
    ".123Z",
    URL_START,
    ...Object.values(TIMES).flat(),
  ];
  const odd = fc.array(fc.constantFrom(...looks, ...between, ...lines), { minLength: 1, maxLength: 4 });
  const text = fc.oneof(
    { weight: pieces.length, arbitrary: fc.constantFrom("a", "b-1", "10") },
    { weight: 4, arbitrary: odd.map((found) => found.join("")) },
  );
  if (name === "url") return text.map((rest) => `${URL_START}${rest}`);
  if (name === "path") return text.map((rest) => `/${rest}`);
  if (name === "body")
    return fc.oneof(
      text,
      text.map((inner) => `{"a":"${inner}"}`),
    );
  if (!name.startsWith("line:")) return text;
  const line = text.map((value) => `${fieldOf(name)}\n${value}\n`);
  return name.endsWith("?") ? fc.oneof(line, fc.constant("")) : line;
}

function textsOf(signed: Signed): fc.Arbitrary<string[]> {
  const names = [...new Set(signed.pieces.flatMap(({ name }) => name ?? []))];
  return fc.tuple(...names.map((name) => valueOf(name, signed))).map((values) => {
    const byName = new Map(names.map((name, at) => [name, values[at] ?? ""]));
    return signed.pieces.map(({ name, text }) => (name === undefined ? text : (byName.get(name) ?? "")));
  });
}

/** Recipes by which one signature could pass. */
function hasSameKey(one: SignedRecipe, other: SignedRecipe): boolean {
  const keyOf = (recipe: SignedRecipe) => ("key" in recipe ? recipe.key : undefined);
  return one.scheme === other.scheme && one.algorithm === other.algorithm && keyOf(one) === keyOf(other);
}

const isReadByOne = (type: string) => !Object.hasOwn(READ_BY_ANOTHER_RECIPE, type);

/** Types whose recipes sign in the same way are one case. */
const CASES = Map.groupBy(
  SOURCE_TYPES.filter(
    (type) =>
      !Object.hasOwn(SEVERAL_READINGS, type) &&
      (signedBy(type).some(hasSeveralParts) || signedBy(type).length > 1),
  ),
  (type) =>
    JSON.stringify(
      signedBy(type).map(({ recipe: { scheme, algorithm, content, timestamp, is_json } }) => [
        scheme,
        algorithm,
        content.replaceAll(/header:[\w-]+/g, "header:x"),
        timestamp?.unit,
        is_json,
      ]),
    ),
);

test.each([...CASES.values()].map((types) => [types.join(", "), types[0]] as const))(
  "%s",
  (_, type = "STRIPE") => {
    const recipes = signedBy(type);
    for (const signed of recipes) {
      const others = recipes.filter(
        (other) => other === signed || (isReadByOne(type) && hasSameKey(signed.recipe, other.recipe)),
      );
      let accepted = 0;
      fc.assert(
        fc.property(textsOf(signed), (texts) => {
          if (!isAccepted(signed, texts)) return;
          accepted += 1;
          for (const other of others)
            for (const read of readings(texts.join(""), other.pieces, other.recipe))
              if (isAccepted(other, read)) expect(read).toEqual(texts);
        }),
        { numRuns: 100 },
      );
      // Otherwise the values would test nothing.
      expect([signed.recipe.content, accepted > 0]).toEqual([signed.recipe.content, true]);
    }
  },
);

test("an id is not the time and the body of another recipe", () => {
  const [standard] = signedBy("QUO");
  const older = signedBy("QUO").at(-1);
  const texts = [`${nowMs}.{}`, ".", TIMES.s[0] ?? "", ".", '{"a":"a"}'];
  const asOlder = [String(nowMs), ".", `{}.${TIMES.s[0]}.{"a":"a"}`];

  expect(asOlder.join("")).toBe(texts.join(""));
  expect([standard && isAccepted(standard, texts), older && isAccepted(older, asOlder)]).toEqual([
    false,
    true,
  ]);
});

test("fields without anything between them have several readings, which is why they are listed", () => {
  const listed = SOURCE_TYPES.filter((type) => SEVERAL_READINGS[type] === FIELDS || type === "USPS");

  for (const type of listed)
    for (const signed of signedBy(type)) {
      const [first = 0, second = 0] = signed.pieces.flatMap(({ name }, at) =>
        name?.startsWith("body:") ? [at] : [],
      );
      const texts = signed.pieces.map(({ name = "" }) => {
        if (name === "timestamp") return TIMES.s[0] ?? "";
        return name.startsWith("auth:") ? OF_SOURCE : "12";
      });
      const moved = texts.with(first, "1").with(second, "212");
      expect([type, isAccepted(signed, texts), isAccepted(signed, moved)]).toEqual([type, true, true]);
      expect(moved.join("")).toBe(texts.join(""));
    }
});
