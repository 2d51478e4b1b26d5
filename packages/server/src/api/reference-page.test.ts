/**
 * Is the reference in docs/ up to date?
 *
 * This test generates docs/reference/api.md from the contract, as the version of the reference shows it; `npx vitest run --project unit -u
 * reference-page` rewrites it after a change.
 */
import { API_VERSION, NoBody, NoQuery, readsIfMatch, type Endpoint } from "@posthorn/contract/endpoint";
import { API_ERRORS } from "@posthorn/contract/errors";
import { LIST_DEFAULT_LIMIT, LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import { RIGHTS } from "@posthorn/contract/roles";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { NOT_LIMITED } from "./rate-limit.ts";
import { REFERENCE } from "./versions/versions.ts";

function fieldsOf(schema: z.ZodMiniType, io: "input" | "output"): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return Object.keys(properties)
    .map((name) => (io === "input" && required.includes(name) ? `\`${name}\`*` : `\`${name}\``))
    .join(", ");
}

function* linesOf(endpoint: Endpoint): Generator<string> {
  yield `### \`${endpoint.method} /${API_VERSION}${endpoint.path}\``;
  yield "";
  yield `${endpoint.summary}. Needs the role ${RIGHTS[endpoint.right].role}.`;
  yield "";
  if (endpoint.query !== NoQuery) yield `- Query: ${fieldsOf(endpoint.query, "input")}`;
  if (endpoint.body !== NoBody) yield `- Body: ${fieldsOf(endpoint.body, "input")}`;
  if (readsIfMatch(endpoint)) yield "- Header: `If-Match`";
  yield `- Reply: ${fieldsOf(endpoint.reply, "output")}`;
  if (endpoint.errors.length > 0) yield `- Also answers: ${endpoint.errors.join(", ")}`;
  yield "";
}

const ABOUT_LISTS = [
  `Lists come in pages of ${LIST_DEFAULT_LIMIT}, or of \`limit\` (0 to ${LIST_MAX_LIMIT}). \`pagination.next\` and \`pagination.prev\` are there when there is`,
  "such a page: send one back, with the same filters, as `next` or `prev`; an id of the list does as well. `order_by` and",
  "`dir` (`asc`, `desc`) take one value or two. A filter takes one value, or several as `k=a&k=b`, `k[]=a` or `k[0]=a`; ids",
  "also as `id=a,b`. Dates, names and numbers take `[gt]`, `[gte]`, `[lt]` (or `[le]`), `[lte]` and `[any]`, names and numbers",
  "also `[contains]`; all that are given must hold. `[any]=false`, or an empty date, asks for rows without a value. Unknown",
  "parameters are ignored. What is disabled is left out unless `disabled=true` or a filter on `disabled_at` asks for it.",
  "",
  "A list of events or requests reads for a short time. If the page is not full by then, it is answered as it is, even empty:",
  "`pagination.read_until` says up to which time the list was read, and `next` (or `prev`) goes on from there.",
];
const ABOUT_LIMITS = [
  "Every reply tells in `x-ratelimit-limit`, `x-ratelimit-remaining` and `x-ratelimit-reset` how many calls the key may make in",
  `a minute, how many are left and when it has all of them again; \`${NOT_LIMITED}\` means that there is no limit. Who has none`,
  "left gets 429, with the seconds to wait in `retry-after`.",
];

const ABOUT_IF_MATCH = [
  "Two callers may edit the same source, destination, connection or transformation. To save only what nobody else has edited",
  'meanwhile, send the `updated_at` that you have read as `If-Match: "2026-11-15T08:30:00.000Z"` with the PUT. If another',
  "caller was faster, nothing is saved and the answer is 412 with the present `updated_at` in `data`. A pause, an enable or a",
  "disable changes `updated_at` too, but is no edit; neither is a change of a connection's source or destination. A value",
  "that is not an `updated_at` in quotes gets 422. Without the header, or with `*`, the call saves in any case.",
];

const ABOUT_WARNINGS = [
  "A field that an endpoint does not have gets 422, and the message names it. Only in the `config` of a source are such fields",
  "ignored, because published clients send some. Then the reply to the write has `warnings`, with a sentence for each of them.",
];

const ABOUT_METRICS = [
  "The seven endpoints of metrics take the same five parameters. [Metrics](metrics.md) has their measures, dimensions and",
  "filters, and what each of them counts.",
];

function referencePage(): string {
  const errors = Object.entries(API_ERRORS).map(
    ([code, { status, message }]) => `| ${status} | \`${code}\` | ${message} |`,
  );
  return [
    "# API reference",
    "",
    "<!-- Made from packages/contract by packages/server/src/api/reference-page.test.ts; do not edit. -->",
    "",
    `Every call carries \`Authorization: Bearer <API key>\`. \`GET /${API_VERSION}/openapi\` has all types as OpenAPI 3.1.`,
    "Success is always 200. A star marks what must be given.",
    "",
    ...ABOUT_LISTS,
    "",
    ...ABOUT_LIMITS,
    "",
    ...ABOUT_IF_MATCH,
    "",
    ...ABOUT_WARNINGS,
    "",
    ...ABOUT_METRICS,
    "",
    "| status | code | message |",
    "|---|---|---|",
    ...errors,
    "",
    ...REFERENCE.endpoints.flatMap((endpoint) => Array.from(linesOf(REFERENCE.wire(endpoint).shown))),
  ].join("\n");
}

test("docs/reference/api.md says what the contract says", async () => {
  await expect(referencePage()).toMatchFileSnapshot("../../../../docs/reference/api.md");
});
