/**
 * Is the list of versions in docs/ up to date?
 *
 * This test generates docs/reference/versions.md from the lists of differences; `npx vitest run
 * --project unit -u versions-page` rewrites it after a change.
 */
import { SOURCE_TYPES_SINCE_2026 } from "@posthorn/contract/source-type-names";
import { expect, test } from "vitest";
import { EVERY_VERSION, REFERENCE, VERSIONS } from "./versions.ts";
import type { WireVersion } from "./wire-version.ts";

function* linesOf({ name, differences }: WireVersion): Generator<string> {
  yield `## ${name}`;
  yield "";
  if (name === REFERENCE.name) yield "See [the reference](api.md).";
  const own = differences.filter((difference) => !EVERY_VERSION.includes(difference));
  for (const difference of own) yield `- **${difference.name}**: ${difference.summary}.`;
  yield "";
}

function versionsPage(): string {
  return [
    "# Versions of the API",
    "",
    "<!-- Made from packages/server/src/api/versions by its versions-page.test.ts; do not edit. -->",
    "",
    `The first part of a path names a version: \`/${REFERENCE.name}/events\`. A path without one is served as`,
    `${REFERENCE.name}, which is what everything else is described in. Each of the other versions is that one with the`,
    "differences listed here. `GET /{version}/openapi` has a version as OpenAPI 3.1, with its differences.",
    "",
    "What a resource can hold since a later version is shown by its name in every version, and taken when it is sent: a",
    "client that reads, changes and writes loses nothing. Since 2026-09-01 that is, of sources, the methods `HEAD` and `QUERY`",
    "(which attempts and the data of events show as well), the authentication `STANDARD_WEBHOOKS`, and these types; until",
    "2024-09-01 a type is a `verification.type`, and the newer ones are in capitals there:",
    `${SOURCE_TYPES_SINCE_2026.map((type) => `\`${type}\``).join(", ")}.`,
    "",
    "Metrics exist since 2025-07-01, which also takes what 2026-09-01 added to them: the measure `max_count_per_second`, and",
    "`delivery_group` as a filter and a dimension.",
    "",
    ...VERSIONS.flatMap((version) => Array.from(linesOf(version))),
  ].join("\n");
}

test("docs/reference/versions.md says what the code does", async () => {
  await expect(versionsPage()).toMatchFileSnapshot("../../../../../docs/reference/versions.md");
});

test.each(VERSIONS)("every difference of $name has a name of its own and a sentence", ({ differences }) => {
  const names = differences.map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
  for (const { name, summary } of differences) {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
    expect(summary).toMatch(/[^.]$/);
  }
});
