/** How many calls per minute may a key make? The same field for a new key and for a change. */
import { API_RATE_LIMIT_MAX_PER_MINUTE } from "@posthorn/contract/limits";
import * as z from "zod/mini";
import { NumberField } from "../../ui/form/number-field.tsx";

export const RateLimit = z.nullable(z.int().check(z.minimum(1), z.maximum(API_RATE_LIMIT_MAX_PER_MINUTE)));

export function RateLimitField() {
  return (
    <NumberField
      name="rate_limit"
      label="Calls per minute"
      min={1}
      max={API_RATE_LIMIT_MAX_PER_MINUTE}
      placeholder="Default"
      hint="Empty: the limit that this installation has for every key."
    />
  );
}
