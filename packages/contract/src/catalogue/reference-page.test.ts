/**
 * Is the list of source types in docs/ up to date?
 *
 * This test generates docs/reference/source-types.md from the catalogue; `npx vitest run --project unit -u
 * catalogue/reference-page` rewrites it after a change.
 */
import { expect, test } from "vitest";
import { sourceTypeLabel } from "../source-type-labels.ts";
import { NAMED_AUTH, SOURCE_TYPES, type SourceType } from "../source-types.ts";
import type { UnverifiedReason } from "./entry.ts";
import type { Challenge, FetchedKey, JwtRecipe, Recipe, Spot } from "./recipe.ts";
import { SOURCE_TYPE_ENTRIES } from "./source-type-entries.ts";

const byLabel = SOURCE_TYPES.toSorted((a, b) => sourceTypeLabel(a).localeCompare(sourceTypeLabel(b), "en"));
const code = (text: string) => `\`${text.replaceAll("|", "\\|").replaceAll("\n", "\\n")}\``;

function spotText({ header, query, body, field, prefix, index }: Spot): string {
  const list = field === undefined ? (prefix ?? "") : `${field}=`;
  const place = header ?? (query === undefined ? `body: ${body}` : `query: ${query}`);
  return (
    code(place + (list === "" ? "" : `: ${list}`)) + (index === undefined ? "" : `, member ${index + 1}`)
  );
}

function recipeText(recipe: Recipe): string {
  if (recipe.scheme === "basic") return "HTTP Basic";
  if (recipe.scheme === "token") {
    const each = recipe.in_each_of === undefined ? "" : `, in each member of ${code(recipe.in_each_of)}`;
    return `equals ${code(recipe.key)}${each}`;
  }
  if (recipe.scheme === "jwt") return jwtText(recipe);
  const { scheme, algorithm, encoding, content, timestamp, items } = recipe;
  const isJws = scheme === "public-key" && recipe.jws !== undefined;
  const isHashedFirst = scheme === "public-key" && recipe.is_hashed_first === true;
  const hasTwoKeys = scheme === "public-key" || scheme === "fetched-key";
  const what = hasTwoKeys ? algorithm : `${scheme === "hmac" ? "HMAC-" : ""}${algorithm.toUpperCase()}`;
  const age = timestamp === undefined ? "" : `, ±${timestamp.tolerance_s} s`;
  const signed = (isHashedFirst ? "the SHA-256 of " : "") + code(content.replaceAll("\n", "\\n"));
  const each = items === undefined ? "" : `, for each of ${code(items)}`;
  const key = scheme === "fetched-key" ? `, key from ${keyPlaceText(recipe.key)}` : "";
  return `${what} of ${signed}, ${isJws ? "as a detached JWS" : encoding}${age}${each}${key}`;
}

function jwtText({ algorithms, key, claims = {}, body_sha256_claim }: JwtRecipe): string {
  const checked = [...Object.keys(claims), ...(body_sha256_claim === undefined ? [] : [body_sha256_claim])];
  const claimed = checked.length === 0 ? "" : ` with ${checked.map(code).join(", ")}`;
  const published = typeof key === "string" ? "" : `, key from ${keyPlaceText(key)}`;
  return `JWT (${algorithms.join(", ")})${claimed}${published}`;
}

function keyPlaceText(key: FetchedKey): string {
  return key.url_at === undefined ? code(key.url) : spotText(key.url_at);
}

function placeText(recipe: Recipe): string {
  if (recipe.scheme === "basic") return code("authorization");
  if (recipe.scheme === "jwt") return recipe.token === undefined ? "the whole body" : spotText(recipe.token);
  return spotText(recipe.scheme === "token" ? recipe.token : recipe.signature);
}

function challengeText({ when, is_signed, secret }: Challenge): string {
  const { method = "any method", header, without_header, query, body, is_empty, equals = [] } = when;
  const named = [header, query, body].filter((name) => name !== undefined).map(code);
  const missing = without_header === undefined ? [] : [`without ${code(without_header)}`];
  const valued = equals.map((spot) => `${spotText(spot)} = ${code(String(spot.value))}`);
  const empty = is_empty ? ["without a body"] : [];
  return (
    [method, ...named, ...missing, ...valued, ...empty].join(" ") +
    (is_signed ? ", signed" : "") +
    (secret ? ", teaches the secret" : "")
  );
}

function* verifiedRows(): Generator<string> {
  for (const type of byLabel) {
    const { recipes, auth, docs, challenges = [] } = SOURCE_TYPE_ENTRIES[type];
    if (recipes === undefined) continue;
    const cells = [
      docs === null ? sourceTypeLabel(type) : `[${sourceTypeLabel(type)}](${docs})`,
      code(type),
      Object.entries(auth)
        .map(([name, { is_optional }]) => code(name) + (is_optional ? " (optional)" : ""))
        .join(", "),
      [...new Set(recipes.map(placeText))].join("<br>"),
      [...new Set(recipes.map(recipeText))].join("<br>"),
      challenges.map(challengeText).join("<br>"),
    ];
    yield `| ${cells.join(" | ")} |`;
  }
}

function* mistakes(): Generator<string> {
  for (const type of byLabel) {
    const told = SOURCE_TYPE_ENTRIES[type].mistakes ?? [];
    if (told.length > 0) yield `- **${sourceTypeLabel(type)}:** ${told.join(" ")}`;
  }
}

function listOf(reason: UnverifiedReason): string {
  const types = byLabel.filter((type) => SOURCE_TYPE_ENTRIES[type].unverified === reason);
  return `${types.map((type) => `${sourceTypeLabel(type)} (${code(type)})`).join(", ")}.`;
}

function genericText(type: SourceType): string {
  return `${code(type)}: ${(NAMED_AUTH[type] ?? []).map(code).join(", ")}`;
}

function page(): string {
  const generic = byLabel.filter((type) => NAMED_AUTH[type] !== undefined);
  return [
    "# Source types",
    "",
    "<!-- Made from packages/contract/src/catalogue by its reference-page.test.ts; do not edit. -->",
    "",
    "What a source of each type checks if its `config.auth` is set. A request that fails the check gets 401 and is stored",
    "as rejected with `VERIFICATION_FAILED`. [Source authentication](../guides/source-authentication.md) explains how to",
    "configure it, and [how to add a source type](../how-to-add-a-source-type.md) how to add a type.",
    "",
    "A source of type `WEBHOOK` can check its senders like any type of this list: set `auth_type` to the type. A `MANAGED`",
    "source checks its own token, and a `PUBLISH_API` source accepts only requests with an API key. These types can name a",
    "generic method:",
    "",
    ...generic.map((type) => `- ${genericText(type)}`),
    "",
    "## Types that Posthorn verifies",
    "",
    "If several lines describe a type, a request passes when one of them holds. A challenge is a question that the provider",
    "asks before it sends anything; Posthorn replies to it and does not store it. In signed text, `{body}` is the raw",
    "body, `{url}` the address that the sender used, and `{form}` the sorted fields of a form.",
    "",
    "| provider | type | `config.auth` | where | what | challenges |",
    "|---|---|---|---|---|---|",
    ...verifiedRows(),
    "",
    "## Types whose provider does not sign",
    "",
    "Sources of these types accept requests from everybody who knows their URL. Setting `config.auth` is refused with 422.",
    "",
    listOf("UNSIGNED"),
    "",
    "## Types whose scheme could not be established",
    "",
    "No page that everybody can read says how these providers sign, so Posthorn offers no verification and refuses",
    "`config.auth` with 422.",
    "",
    listOf("UNESTABLISHED"),
    "",
    "## The usual mistakes",
    "",
    ...mistakes(),
    "",
  ].join("\n");
}

test("docs/reference/source-types.md says what the catalogue says", async () => {
  await expect(page()).toMatchFileSnapshot("../../../../docs/reference/source-types.md");
});
