/**
 * Is the reference in docs/ up to date?
 *
 * docs/reference/api.md is made from the contract, here; `npx vitest run --project unit -u reference-page`
 * writes it again after a change.
 */
import { API_VERSION, NoBody, NoQuery, type Endpoint } from "@posthorn/contract/endpoint";
import { API_ERRORS } from "@posthorn/contract/errors";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { expect, test } from "vitest";
import * as z from "zod/mini";

function fieldsOf(schema: z.ZodMiniType, io: "input" | "output"): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return Object.keys(properties)
    .map((name) => (io === "input" && required.includes(name) ? `\`${name}\`*` : `\`${name}\``))
    .join(", ");
}

function* linesOf(endpoint: Endpoint): Generator<string> {
  yield `### \`${endpoint.method} /${API_VERSION}${endpoint.path}\``;
  yield "";
  yield `${endpoint.summary}. Needs the role ${endpoint.role}.`;
  yield "";
  if (endpoint.query !== NoQuery) yield `- Query: ${fieldsOf(endpoint.query, "input")}`;
  if (endpoint.body !== NoBody) yield `- Body: ${fieldsOf(endpoint.body, "input")}`;
  yield `- Reply: ${fieldsOf(endpoint.reply, "output")}`;
  if (endpoint.errors.length > 0) yield `- Also answers: ${endpoint.errors.join(", ")}`;
  yield "";
}

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
    "| status | code | message |",
    "|---|---|---|",
    ...errors,
    "",
    ...PUBLIC_ENDPOINTS.flatMap((endpoint) => Array.from(linesOf(endpoint))),
  ].join("\n");
}

test("docs/reference/api.md says what the contract says", async () => {
  await expect(referencePage()).toMatchFileSnapshot("../../../../docs/reference/api.md");
});
