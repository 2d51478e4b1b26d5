/** What do the senders of the sample project send? Bodies and headers as data, each by the number of its request. */
import type { SampleSource } from "./shop.ts";

export interface SentRequest {
  method: string;
  headers: readonly (readonly [name: string, value: string])[];
  client_ip: string;
  body: string;
}

const PEOPLE = [
  ["Ada", "Lovelace"],
  ["Grace", "Hopper"],
  ["Alan", "Turing"],
  ["Barbara", "Liskov"],
  ["Radia", "Perlman"],
  ["Edsger", "Dijkstra"],
  ["Margaret", "Hamilton"],
] as const;
const WARES = [
  ["TEA-001", "Earl Grey, 250 g", 1495],
  ["TEA-014", "Sencha, 100 g", 1250],
  ["POT-007", "Cast iron teapot", 10_000],
  ["CUP-003", "Cup with saucer", 1800],
  ["TIN-002", "Tin for 500 g", 990],
] as const;
const PAYMENT_TYPES = ["invoice.paid", "charge.succeeded", "invoice.created", "charge.refunded"] as const;

function nth<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error("A list of examples is empty");
  return item;
}

const money = (cents: number) => (cents / 100).toFixed(2);

/** An order of a customer who has an account, and of one who has none. */
export function order(number: number, { hasCustomer }: { hasCustomer: boolean }): SentRequest {
  const [first_name, last_name] = nth(PEOPLE, number);
  const lines = [nth(WARES, number), nth(WARES, number * 3 + 1)].slice(0, 1 + (number % 2));
  const quantity = 1 + (number % 3);
  const total = lines.reduce((sum, [, , cents]) => sum + cents * quantity, 0);
  return sent("shopify", number, {
    id: 5_500_000_000 + number,
    order_number: 1000 + number,
    currency: "EUR",
    financial_status: "paid",
    total_price: money(total),
    customer: hasCustomer
      ? {
          id: 730_000 + (number % 40),
          first_name,
          last_name,
          email: `${first_name.toLowerCase()}@example.com`,
        }
      : null,
    line_items: lines.map(([sku, title, cents]) => ({ sku, title, quantity, price: money(cents) })),
  });
}

export function payment(number: number, atMs: number): SentRequest & { type: string } {
  const type = nth(PAYMENT_TYPES, number);
  const [first_name, last_name] = nth(PEOPLE, number * 5);
  const [object] = type.split(".", 1);
  const body = {
    id: `evt_1Q${number}Xk2eZvKYlo2C`,
    object: "event",
    type,
    created: Math.trunc(atMs / 1000),
    livemode: false,
    data: {
      object: {
        id: `${object === "invoice" ? "in" : "ch"}_1Q${number}Xk2`,
        object,
        amount: 490 + ((number * 37) % 90) * 100,
        currency: "eur",
        customer: `cus_N${number % 40}ffrFeUfNV2`,
        customer_name: `${first_name} ${last_name}`,
      },
    },
  };
  return { type, ...sent("stripe", number, body) };
}

export function checkRun(number: number): SentRequest {
  return sent("github", number, {
    action: "completed",
    check_run: {
      id: 30_000_000_000 + number,
      name: "test",
      head_sha: (number * 2_654_435_761).toString(16).padStart(12, "0"),
      status: "completed",
      conclusion: number % 9 === 0 ? "failure" : "success",
    },
    repository: { full_name: `acme/${nth(["shop", "api", "mobile"], number)}`, private: true },
    sender: { login: nth(PEOPLE, number)[0].toLowerCase() },
  });
}

/** A script that breaks off in the middle of its JSON. */
export function brokenOrder(number: number): SentRequest {
  const whole = order(number, { hasCustomer: true });
  const headers = [...headersOf("shopify", number)].filter(([name]) => !name.startsWith("x-shopify"));
  return {
    ...whole,
    headers: headers.map(([name, value]) => [name, name === "user-agent" ? "import-script/0.3" : value]),
    client_ip: "198.51.100.23",
    body: whole.body.slice(0, 120),
  };
}

/** Somebody has opened the source URL in a browser. */
export function browserVisit(): SentRequest {
  return {
    method: "GET",
    headers: [
      ["host", HOST],
      ["user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"],
      ["accept", "text/html"],
    ],
    client_ip: "198.51.100.40",
    body: "",
  };
}

const HOST = "hooks.example.com";

function headersOf(source: SampleSource, number: number): SentRequest["headers"] {
  const own = {
    shopify: [
      ["user-agent", "Shopify-Captain-Hook"],
      ["x-shopify-topic", "orders/create"],
      ["x-shopify-webhook-id", `b54557e4-bdd9-4b37-8a5f-${String(number).padStart(12, "0")}`],
    ],
    stripe: [["user-agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)"]],
    github: [
      ["user-agent", "GitHub-Hookshot/1a2b3c4"],
      ["x-github-event", "check_run"],
    ],
  } as const satisfies Record<SampleSource, readonly (readonly [string, string])[]>;
  return [["host", HOST], ["content-type", "application/json"], ...own[source]];
}

function sent(source: SampleSource, number: number, body: object): SentRequest {
  const networks = { shopify: "192.0.2", stripe: "198.51.100", github: "203.0.113" };
  return {
    method: "POST",
    headers: headersOf(source, number),
    client_ip: `${networks[source]}.${1 + (number % 250)}`,
    body: JSON.stringify(body),
  };
}
