/**
 * How does an endpoint look in a wire version, and what is a call of it in canonical words?
 *
 * Put together once, for the first call. Input is looked at twice: by the version's own schema, which
 * complains in the caller's words, and after its conversion by the contract's. What a handler refuses later
 * names canonical fields; those are told by the names that the caller used.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import { ApiError } from "../api-error.ts";
import { parseInput } from "../validation.ts";
import type { Change, Difference, Fields, Schema } from "./difference.ts";
import { answered, changesBySchema, changesWithin, received, reshaped } from "./reshape.ts";

export interface WireEndpoint {
  /** As callers of this version see it. */
  shown: Endpoint;
  /** Checks a query of this version; hands back the canonical one. */
  query: (sent: Fields) => Fields;
  body: (sent: unknown) => unknown;
  /** What the canonical body is parsed by. */
  readBody: Schema;
  reply: (canonical: unknown) => unknown;
  /** The same complaint, about the fields that the caller knows. */
  complaint: (thrown: unknown) => unknown;
}

export interface WireVersion {
  /** `2024-03-01`; what its paths begin with. */
  name: string;
  differences: readonly Difference[];
  /** By their canonical definition, in the order of the route table. */
  endpoints: readonly Endpoint[];
  /** One of `endpoints`; put together when it is first asked for. */
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
      // Made from an object, and changes of queries hand back objects.
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
        // A reply that is changed as a whole is an object.
        (before, { answer }) => (answer ? answer(before as Fields) : before),
        answered(endpoint.reply, canonical, changes),
      ),
    complaint: (thrown) => (words.length === 0 ? thrown : inWords(thrown, words)),
  };
}

/** Parameters that a version does not know are ignored, also when the canonical version knows them. */
function knownTo(shown: Schema, sent: Fields): Fields {
  const { shape = {} } = shown.def as { shape?: object }; // the definition of an object has one
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

/** Whole names only, the longest first: `config.auth_type` is no `config.auth`. */
function reworded(text: string, words: Words): string {
  const longestFirst = words.toSorted(([a], [b]) => b.length - a.length);
  const names = longestFirst.map(([canonical]) => canonical.replaceAll(".", "\\."));
  const here = new Map(words);
  return text.replaceAll(
    new RegExp(String.raw`(?<![\w.])(?:${names.join("|")})(?!\w)`, "g"),
    (name) => here.get(name) ?? name,
  );
}
