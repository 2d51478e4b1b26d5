/**
 * What is set up in the sample project? A shop that gets orders, payments and results of its tests.
 *
 * Every destination is a mock: it answers inside this process, so nothing is ever dialed, also when a person retries,
 * replays or unpauses what is here. sample-day.ts says what has passed through it.
 */
import type { SourceType } from "@posthorn/contract/source-types";
import type { Rules } from "@posthorn/contract/rules";

export const RETRY_AFTER_MS = 60_000;

/** The rule of every connection here: three more attempts, a minute apart. */
const RETRY = {
  type: "retry",
  strategy: "linear",
  interval: RETRY_AFTER_MS,
  count: 3,
  response_status_codes: null,
} as const;
export const ATTEMPTS_MAX = 1 + RETRY.count;

export const SAMPLE_SOURCES = {
  shopify: { type: "SHOPIFY", description: "Orders of the shop" },
  stripe: { type: "STRIPE", description: "Payments and invoices" },
  github: { type: "GITHUB", description: "Results of the tests" },
} as const satisfies Record<string, { type: SourceType; description: string }>;
export type SampleSource = keyof typeof SAMPLE_SOURCES;

export const SAMPLE_DESTINATIONS = {
  "orders-api": "Keeps the orders",
  warehouse: "Packs what was ordered",
  billing: "Sends invoices to customers",
  ledger: "Books every payment",
  "release-bot": "Releases what has passed its tests",
} as const;
export type SampleDestination = keyof typeof SAMPLE_DESTINATIONS;

export const SAMPLE_TRANSFORMATION = {
  name: "slim-order",
  code: `// The warehouse needs to know what to pack, and for whom.
addHandler("transform", (request, context) => {
  const { order_number, customer, line_items } = request.body;
  if (!customer) throw new Error("Order " + order_number + " has no customer");

  console.log("Order " + order_number + ": " + line_items.length + " line items");
  request.body = {
    order_number,
    name: customer.first_name + " " + customer.last_name,
    items: line_items.map(({ sku, quantity }) => ({ sku, quantity })),
  };
  return request;
});
`,
} as const;

interface ConnectionPlan {
  source: SampleSource;
  destination: SampleDestination;
  /** `transformation_id` is the internal id of the transformation above. */
  rules: (transformation_id: string) => Rules;
}

/** In the order in which the events of one request are numbered. */
export const SAMPLE_CONNECTIONS = {
  orders: { source: "shopify", destination: "orders-api", rules: () => [RETRY] },
  packing: {
    source: "shopify",
    destination: "warehouse",
    rules: (transformation_id) => [{ type: "transform", transformation_id }, RETRY],
  },
  invoices: {
    source: "stripe",
    destination: "billing",
    rules: () => [{ type: "filter", body: { type: { $startsWith: "invoice." } } }, RETRY],
  },
  payments: { source: "stripe", destination: "ledger", rules: () => [RETRY] },
  releases: {
    source: "github",
    destination: "release-bot",
    rules: () => [{ type: "deduplicate", window: 60_000, include_fields: ["body.check_run.id"] }, RETRY],
  },
} as const satisfies Record<string, ConnectionPlan>;
export type SampleConnection = keyof typeof SAMPLE_CONNECTIONS;
