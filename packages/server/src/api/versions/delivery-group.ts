/** Which group of deliveries does an event belong to since 2026-09-01? To none: destinations have one rate for all. */
import { Event } from "@posthorn/contract/events";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";
import { withFields } from "./fields.ts";

export const deliveryGroup: Difference = {
  name: "delivery-group",
  summary:
    "An event has a `delivery_group`, which is always null: a destination's rate holds for all its events",
  changes: [
    {
      of: Event,
      shape: (before) => withFields(before, { delivery_group: z.null() }),
      answer: (event) => ({ ...event, delivery_group: null }),
    },
  ],
};
