/**
 * How is the rate of a destination written since 2026-09-01?
 *
 * As one `delivery_policy` in its config, in place of `rate_limit` and `rate_limit_period`. The older
 * spelling is still understood, because shipped clients mix the two; it is not shown.
 */
import * as contract from "@posthorn/contract/destinations";
import * as z from "zod/mini";
import type { Difference, Fields, Schema } from "./difference.ts";
import { withFields, withoutFields } from "./fields.ts";

const Period = z.enum(contract.RATE_LIMIT_PERIODS);

const PolicyInput = z.strictObject({
  rate: z.int().check(z.minimum(1, "Must be greater than 0")),
  period: z.optional(Period),
  groups: z.optional(z.null("is not available: one rate holds for all events of a destination")),
});

function inputShape(before: Schema): Schema {
  return withFields(before, {
    delivery_policy: z.optional(z.nullable(PolicyInput)),
  }).check(({ value, issues }) => {
    const config = value as Fields; // an object, or it would not have come here
    for (const field of ["rate_limit", "rate_limit_period"]) {
      if (config["delivery_policy"] === undefined || config[field] === undefined) continue;
      issues.push({
        code: "custom",
        path: [field],
        message: "is not allowed together with delivery_policy",
        input: value,
      });
    }
  });
}

function receive({ delivery_policy, ...rest }: Fields): Fields {
  if (delivery_policy === undefined) return rest;
  if (delivery_policy === null) return { ...rest, rate_limit: null };
  const { rate, period } = delivery_policy as z.output<typeof PolicyInput>; // checked by `inputShape`
  return { ...rest, rate_limit: rate, ...(period && { rate_limit_period: period }) };
}

function replyShape(before: Schema): Schema {
  return withFields(withoutFields(before, "rate_limit", "rate_limit_period"), {
    delivery_policy: z.optional(z.nullable(z.object({ rate: z.int(), period: Period }))),
  });
}

/** A CLI has no rate and says nothing about one. */
function answer({ rate_limit, rate_limit_period, ...rest }: Fields): Fields {
  if (rate_limit === undefined) return rest;
  const delivery_policy = rate_limit === null ? null : { rate: rate_limit, period: rate_limit_period };
  return { ...rest, delivery_policy };
}

export const deliveryPolicy: Difference = {
  name: "delivery-policy",
  summary:
    "The rate of a destination is `config.delivery_policy: null | {rate, period}`; `rate_limit` and `rate_limit_period` are understood, not shown",
  changes: [
    { of: contract.DestinationConfig, shape: replyShape, answer },
    {
      of: contract.DestinationConfigInput,
      shape: inputShape,
      receive,
      words: [
        ["rate_limit", "delivery_policy.rate"],
        ["rate_limit_period", "delivery_policy.period"],
      ],
    },
  ],
};
