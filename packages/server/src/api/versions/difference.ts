/**
 * How does one wire version differ from the canonical one?
 *
 * A version is a list of differences, each with a name and its own test. A difference consists of changes. A change
 * belongs to a schema of the contract and applies wherever that schema occurs: alone, in a list or inside another
 * resource. The same change also adapts the OpenAPI document, so documentation and behavior cannot drift apart.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import type * as z from "zod/mini";

export type Schema = z.ZodMiniType;
/** A value on the wire, an object or a list. The schema that the change belongs to has checked its content. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Change {
  /** The schema of the contract that changes, or the endpoint whose reply changes. */
  of: Schema | { replyOf: Endpoint };
  /**
   * Turns the schema of the version before, which is nearer to the canonical one, into this
   * version's; absent: no change.
   */
  shape?: (before: Schema) => Schema;
  /** Turns the answer of the version before into this version's answer. */
  answer?: (value: Fields) => unknown;
  /** Turns the input of this version into the input of the version before. */
  receive?: (value: Fields) => unknown;
  /** The canonical name of a field and its name here, for error messages. */
  words?: readonly (readonly [canonical: string, here: string])[];
  /**
   * Parses the canonical input instead of the contract's schema, where that schema requires fields
   * this version lacks.
   */
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
