/**
 * Which versions show how long an attempt at a destination may take?
 *
 * 2026-09-01 introduced `delivery_timeout`; there every destination shows it or null. The
 * canonical version shows it where one was set. Older versions neither show nor accept it, and a
 * destination that such a caller writes keeps its timeout.
 */
import * as contract from "@posthorn/contract/destinations";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";
import { withFields, withoutFields } from "./fields.ts";

export const deliveryTimeout: Difference = {
  name: "delivery-timeout",
  summary: "A destination always shows its `config.delivery_timeout`: null where it has the usual 60 seconds",
  changes: [
    {
      of: contract.DestinationConfig,
      shape: (before) => withFields(before, { delivery_timeout: z.nullable(z.int()) }),
      answer: (config) => ({ delivery_timeout: null, ...config }),
    },
  ],
};

export const noDeliveryTimeout: Difference = {
  name: "no-delivery-timeout",
  summary: "A destination neither shows nor takes a `delivery_timeout`; it keeps the one that it has",
  changes: [
    {
      of: contract.DestinationConfig,
      shape: (before) => withoutFields(before, "delivery_timeout"),
      answer: ({ delivery_timeout: _hidden, ...config }) => config,
    },
    {
      of: contract.DestinationConfigInput,
      shape: (before) => withoutFields(before, "delivery_timeout"),
    },
  ],
};
