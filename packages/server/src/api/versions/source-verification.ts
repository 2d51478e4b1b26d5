/**
 * How did sources look before they had a type?
 *
 * Until 2024-09-01 a source has no type and no config. Methods and response are top-level
 * fields, beside a `verification` whose type is a provider or a generic method. Every possible
 * source can be expressed in both forms.
 */
import { GENERIC_AUTH_TYPES } from "@posthorn/contract/source-types";
import * as contract from "@posthorn/contract/sources";
import * as z from "zod/mini";
import type { Change, Difference, Fields, Schema } from "./difference.ts";
import { present, shapeOf, sortedBy, withoutFields } from "./fields.ts";
import { AcceptedType, ShownType, canonicalType, shownType } from "./verification-types.ts";

/** The fields of `configs` depend on the type; the canonical input is checked later. */
const Configs = z.optional(z.nullable(z.looseObject({})));

function inputShape(before: Schema): Schema {
  const { name, description } = shapeOf(before);
  const { allowed_http_methods, custom_response } = contract.SourceConfigInput.shape;
  return z.strictObject({
    ...(name && { name }),
    ...(description && { description }),
    allowed_http_methods: z.optional(z.nullable(present(allowed_http_methods))),
    custom_response,
    verification: z.optional(z.nullable(z.strictObject({ type: AcceptedType, configs: Configs }))),
  });
}

/** A source without verification shows null, so a caller that writes back what it read sends null. */
function receive({ allowed_http_methods, custom_response, verification, ...rest }: Fields): Fields {
  const { type, ...auth } = authOf(verification);
  const config = {
    ...(allowed_http_methods != null && { allowed_http_methods }),
    ...(custom_response !== undefined && { custom_response }),
    ...auth,
  };
  return { ...rest, ...(type !== undefined && { type }), ...(Object.keys(config).length > 0 && { config }) };
}

function authOf(verification: unknown): { type?: string; auth?: unknown; auth_type?: string | null } {
  if (verification === undefined) return {};
  if (verification === null) return { auth: null, auth_type: null };
  // `inputShape` checked it.
  const { type: sent, configs } = verification as { type: string; configs?: unknown };
  const type = canonicalType(sent);
  const auth = configs === undefined ? {} : { auth: configs };
  return isGeneric(type) ? { type: "WEBHOOK", auth_type: type, ...auth } : { type, ...auth };
}

function isGeneric(type: string): boolean {
  return GENERIC_AUTH_TYPES.some((generic) => generic === type);
}

function replyShape(before: Schema): Schema {
  const { type: _type, authenticated: _authenticated, config: _config, ...rest } = shapeOf(before);
  const { allowed_http_methods, custom_response } = contract.SourceConfig.shape;
  return z.object({
    ...rest,
    allowed_http_methods: z.nullable(present(allowed_http_methods)),
    custom_response: present(custom_response),
    verification: z.nullable(z.object({ type: ShownType, configs: Configs })),
  });
}

function answer({ type, authenticated, config, ...rest }: Fields): Fields {
  // The contract's reply shape.
  const { allowed_http_methods, custom_response, auth_type, auth } = config as contract.SourceConfig;
  const way = auth_type ?? String(type);
  return {
    ...rest,
    allowed_http_methods: allowed_http_methods ?? null,
    custom_response: custom_response ?? null,
    verification: authenticated
      ? { type: shownType(way), ...(auth !== undefined && { configs: auth }) }
      : null,
  };
}

const words = [
  ["config.auth_type", "verification.type"],
  ["config.auth", "verification.configs"],
  ["config.allowed_http_methods", "allowed_http_methods"],
  ["config.custom_response", "custom_response"],
] as const;
const input = { shape: inputShape, receive, words };

export const sourceVerification: Difference = {
  name: "source-verification",
  summary:
    "A source has no `type` and no `config`: `allowed_http_methods`, `custom_response` and `verification: null | {type, configs}` stand at its top. To write a generic way to verify makes it a `WEBHOOK`, of whatever type it was",
  changes: [
    { of: contract.Source, shape: replyShape, answer },
    { of: contract.SourceInput, ...input },
    // The contract requires a type with every config; this version has no types.
    { of: contract.updateSource.body, ...input, readBy: contract.SourceUpdateFields },
  ],
};

const secrets: Change = {
  of: contract.getSource.query,
  shape: () => z.object({ include: z.optional(z.literal("verification.configs")) }),
  receive: ({ include }) => (include === undefined ? {} : { include: "config.auth" }),
};

export const sourceInclude: Difference = {
  name: "source-include",
  summary: "The secrets of a source are asked for with `include=verification.configs`",
  changes: [secrets],
};

export const sourceList: Difference = {
  name: "source-list",
  summary: "Sources cannot be listed by `type`, and are sorted by `created_at` only",
  changes: [
    {
      of: contract.listSources.query,
      shape: (before) => withoutFields(sortedBy(before, ["created_at"]), "type"),
    },
  ],
};
