/**
 * Which versions show the groups that pace deliveries?
 *
 * 2026-09-01 introduced them; there every event shows its group or null. The canonical version
 * shows them where they exist. Older versions neither show nor accept them, and a destination
 * that such a caller writes keeps its groups.
 */
import { bulkCancelEvents, bulkRetryEvents } from "@posthorn/contract/bulk";
import { DestinationConfig, DestinationConfigInput } from "@posthorn/contract/destinations";
import { Event, listEvents } from "@posthorn/contract/events";
import { listRequestEvents } from "@posthorn/contract/request-events";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";
import { withFields, withoutFields } from "./fields.ts";

export const deliveryGroup: Difference = {
  name: "delivery-group",
  summary: "An event always shows its `delivery_group`: null where it is in none",
  changes: [
    {
      of: Event,
      shape: (before) => withFields(before, { delivery_group: z.nullable(z.string()) }),
      answer: (event) => ({ delivery_group: null, ...event }),
    },
  ],
};

const QUERIES = new Set<z.ZodMiniType>([
  listEvents.query,
  listRequestEvents.query,
  bulkRetryEvents.create.body.shape.query,
  bulkCancelEvents.create.body.shape.query,
]);

export const noDeliveryGroups: Difference = {
  name: "no-delivery-groups",
  summary:
    "A destination neither shows nor takes `delivery_groups`; it keeps those that it has. Events show no `delivery_group` and cannot be filtered by it",
  changes: [
    {
      of: DestinationConfig,
      shape: (before) => withoutFields(before, "delivery_groups"),
      answer: ({ delivery_groups: _hidden, ...config }) => config,
    },
    { of: DestinationConfigInput, shape: (before) => withoutFields(before, "delivery_groups") },
    {
      of: Event,
      shape: (before) => withoutFields(before, "delivery_group"),
      answer: ({ delivery_group: _hidden, ...event }) => event,
    },
    ...[...QUERIES].map((of) => ({
      of,
      shape: (before: z.ZodMiniType) => withoutFields(before, "delivery_group"),
    })),
  ],
};
