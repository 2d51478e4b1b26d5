/**
 * How does an endpoint look in a wire version, and how does a call of it become canonical?
 *
 * Each endpoint is built once, at its first call. Input is parsed twice: by the version's own schema, which
 * complains in the caller's field names, and after conversion by the contract's. When a handler refuses input
 * later, its message names canonical fields; `complaint` replaces them with the caller's names.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import { ApiError } from "../api-error.ts";
import { parseInput } from "../validation.ts";
import type { Change, Difference, Fields, Schema } from "./difference.ts";
import { answered, changesBySchema, changesWithin, received, reshaped } from "./reshape.ts";

export interface WireEndpoint {
  /** The endpoint as callers of this version see it. */
  shown: Endpoint;
  /** Checks a query of this version and returns the canonical one. */
  query: (sent: Fields) => Fields;
  body: (sent: unknown) => unknown;
  /** Parses the canonical body. */
  readBody: Schema;
  reply: (canonical: unknown) => unknown;
  /** False: `reply` returns what it is given. */
  changesReply: boolean;
  /** The same error, with the field names that the caller knows. */
  complaint: (thrown: unknown) => unknown;
}

export interface WireVersion {
  /** `2024-03-01`; the first part of its paths. */
  name: string;
  differences: readonly Difference[];
  /** The canonical definitions, in the order of the route table. */
  endpoints: readonly Endpoint[];
  /** Takes one of `endpoints`; builds it at the first call. */
  wire: (endpoint: Endpoint) => WireEndpoint;
}

/** `differences` begin with the one nearest to the canonical version. */
export function wireVersion(
  name: string,
  differences: readonly Difference[],
  table: readonly Endpoint[],
): WireVersion {
  const all = differences.flatMap(({ changes = [] }) => changes);
  const without = new Set(differences.flatMap((difference) => difference.without ?? []));
  const also = differences.flatMap((difference) => difference.also ?? []);
  const known = new Map<Endpoint, WireEndpoint>();
  return {
    name,
    differences,
    endpoints: [...table.filter((endpoint) => !without.has(endpoint)), ...also],
    wire(endpoint) {
      const wire = known.get(endpoint) ?? wireEndpoint(endpoint, all);
      known.set(endpoint, wire);
      return wire;
    },
  };
}

function wireEndpoint(endpoint: Endpoint, all: readonly Change[]): WireEndpoint {
  const changes = changesBySchema(all);
  const replyChanges = all.filter(({ of }) => "replyOf" in of && of.replyOf === endpoint);
  const shown: Endpoint = {
    ...endpoint,
    query: reshaped(endpoint.query, changes),
    body: reshaped(endpoint.body, changes),
    reply: replyChanges.reduce<Schema>(
      (before, { shape }) => shape?.(before) ?? before,
      reshaped(endpoint.reply, changes),
    ),
  };
  const within = [...changesWithin(endpoint.body, changes)];
  const words = within.flatMap(({ path, change }) =>
    (change.words ?? []).map(([canonical, here]) => [path + canonical, path + here] as const),
  );
  return {
    shown,
    query(sent) {
      if (!changes.touch(endpoint.query)) return sent;
      parseInput(shown.query, sent, "query");
      // The cast is safe: the input is an object, and changes of queries return objects.
      return received(endpoint.query, knownTo(shown.query, sent), changes) as Fields;
    },
    body(sent) {
      if (!changes.touch(endpoint.body)) return sent;
      parseInput(shown.body, sent, "body");
      return received(endpoint.body, sent, changes);
    },
    readBody: within.findLast(({ change }) => change.readBy)?.change.readBy ?? endpoint.body,
    reply: (canonical) =>
      replyChanges.reduce<unknown>(
        // Only replies that are objects are changed as a whole.
        (before, { answer }) => (answer ? answer(before as Fields) : before),
        answered(endpoint.reply, canonical, changes),
      ),
    changesReply: replyChanges.length > 0 || changes.touch(endpoint.reply),
    complaint: (thrown) => (words.length === 0 ? thrown : inWords(thrown, words)),
  };
}

/** Ignores parameters that this version does not know, even if the canonical version knows them. */
function knownTo(shown: Schema, sent: Fields): Fields {
  const { shape = {} } = shown.def as { shape?: object }; // an object's definition has a shape
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(shape, name)));
}

type Words = readonly (readonly [canonical: string, here: string])[];

function inWords(thrown: unknown, words: Words): unknown {
  if (!(thrown instanceof ApiError) || thrown.code !== "UNPROCESSABLE_ENTITY") return thrown;
  const { data, message } = thrown;
  return new ApiError(thrown.code, thrown.logged, {
    message: reworded(message, words),
    ...(data !== undefined && {
      data: Array.isArray(data)
        ? data.map((text) => (typeof text === "string" ? reworded(text, words) : text))
        : data,
    }),
  });
}

/** Replaces whole names only, longest first: `config.auth_type` must not match `config.auth`. */
function reworded(text: string, words: Words): string {
  const longestFirst = words.toSorted(([a], [b]) => b.length - a.length);
  const names = longestFirst.map(([canonical]) => canonical.replaceAll(".", "\\."));
  const here = new Map(words);
  return text.replaceAll(
    new RegExp(String.raw`(?<![\w.])(?:${names.join("|")})(?!\w)`, "g"),
    (name) => here.get(name) ?? name,
  );
}
