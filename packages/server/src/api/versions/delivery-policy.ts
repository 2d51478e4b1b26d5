/**
 * How is the rate of a destination written since 2026-09-01?
 *
 * As one `delivery_policy` in its config, in place of `rate_limit`, `rate_limit_period` and `delivery_groups`.
 * Input may still use the older fields, because published clients mix the two; replies do not show them.
 */
import * as contract from "@posthorn/contract/destinations";
import * as z from "zod/mini";
import type { Difference, Fields, Schema } from "./difference.ts";
import { withFields, withoutFields } from "./fields.ts";

const Period = z.enum(contract.RATE_LIMIT_PERIODS);

const { rate_limit: Rate, delivery_groups: Groups } = contract.DestinationConfigInput.shape;

/** Fields that the input leaves out stay as they are, as everywhere in a config. */
const PolicyInput = z.strictObject({ rate: Rate, period: z.optional(z.nullable(Period)), groups: Groups });

const Policy = z.object({
  rate: z.nullable(z.int()),
  period: z.nullable(Period),
  groups: z.nullable(contract.DeliveryGroups),
});

const OLDER_FIELDS = ["rate_limit", "rate_limit_period", "delivery_groups"] as const;

function inputShape(before: Schema): Schema {
  return withFields(before, {
    delivery_policy: z.optional(z.nullable(PolicyInput)),
  }).check(({ value, issues }) => {
    const config = value as Fields; // zod calls this only with an object
    for (const field of OLDER_FIELDS) {
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
  if (delivery_policy === null) return { ...rest, rate_limit: null, delivery_groups: null };
  const { rate, period, groups } = delivery_policy as z.output<typeof PolicyInput>; // checked by `inputShape`
  return {
    ...rest,
    ...(rate !== undefined && { rate_limit: rate }),
    ...(period && { rate_limit_period: period }),
    ...(groups !== undefined && { delivery_groups: groups }),
  };
}

function replyShape(before: Schema): Schema {
  return withFields(withoutFields(before, ...OLDER_FIELDS), {
    delivery_policy: z.optional(z.nullable(Policy)),
  });
}

/** A CLI destination has no rate, so the reply has no `delivery_policy`. */
function answer({ rate_limit, rate_limit_period, delivery_groups = null, ...rest }: Fields): Fields {
  if (rate_limit === undefined) return rest;
  if (rate_limit === null && delivery_groups === null) return { ...rest, delivery_policy: null };
  const period = rate_limit === null ? null : rate_limit_period;
  return { ...rest, delivery_policy: { rate: rate_limit, period, groups: delivery_groups } };
}

export const deliveryPolicy: Difference = {
  name: "delivery-policy",
  summary:
    "The rates of a destination are `config.delivery_policy: null | {rate, period, groups}`; `rate_limit`, `rate_limit_period` and `delivery_groups` are understood, not shown",
  changes: [
    { of: contract.DestinationConfig, shape: replyShape, answer },
    {
      of: contract.DestinationConfigInput,
      shape: inputShape,
      receive,
      words: [
        ["rate_limit", "delivery_policy.rate"],
        ["rate_limit_period", "delivery_policy.period"],
        ["delivery_groups", "delivery_policy.groups"],
      ],
    },
  ],
};
