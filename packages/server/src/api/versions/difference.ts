/**
 * In what does one wire version differ from the canonical one?
 *
 * A version is a list of differences, each with a name and a test of its own. A difference is made of
 * changes, and a change is tied to a schema of the contract: it holds wherever that schema occurs, alone,
 * in a list or inside another resource. The same change says how the OpenAPI document differs, so what is
 * described and what is done cannot drift apart.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import type * as z from "zod/mini";

export type Schema = z.ZodMiniType;
/** What is on the wire, an object or a list. What it holds was checked by the schema that the change belongs to. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Change {
  /** What is changed: a schema of the contract, or the reply of one endpoint. */
  of: Schema | { replyOf: Endpoint };
  /** From the schema of the version before, which is nearer to the canonical one, to this one's; absent: the same. */
  shape?: (before: Schema) => Schema;
  /** From what the version before would answer to what this one answers. */
  answer?: (value: Fields) => unknown;
  /** From what a caller of this version sends to what a caller of the version before would have sent. */
  receive?: (value: Fields) => unknown;
  /** The canonical name of a field, and its name here; for sentences about what is wrong with it. */
  words?: readonly (readonly [canonical: string, here: string])[];
  /** What the canonical input is read by, where the contract asks for what this version does not have. */
  readBy?: Schema;
}

export interface Difference {
  name: string;
  /** One sentence for people who look up what a version does. */
  summary: string;
  changes?: readonly Change[];
  /** Endpoints that this version does not have. */
  without?: readonly Endpoint[];
  /** Endpoints that only this version has. */
  also?: readonly Endpoint[];
}
