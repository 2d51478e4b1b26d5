/**
 * What does the stand-in of Stripe know, and what happens in it?
 *
 * Customers, cards, setups and payments, with the part of Stripe's API and of its script that we use. It behaves as Stripe's
 * documentation says; the comments name what is easily taken for granted. stripe-stand-in.ts is the server before it.
 */
import { randomBytes } from "node:crypto";

const FAILED_AUTHENTICATION =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

interface Behaviour {
  brand: string;
  /** The bank refuses the card when it is saved. */
  refused?: { code: string; message: string };
  asksWhenSaved?: true;
  asksWhenCharged?: true;
  declinedWhenCharged?: true;
}
const VISA = { brand: "visa" };
/** Stripe's own test numbers. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  "4242424242424242": VISA,
  "5555555555554444": { brand: "mastercard" },
  "378282246310005": { brand: "amex" },
  "4000000000000002": {
    ...VISA,
    refused: { code: "card_declined", message: "Your card was declined." },
  },
  "4000000000009995": {
    ...VISA,
    refused: { code: "card_declined", message: "Your card has insufficient funds." },
  },
  "4000000000000069": { ...VISA, refused: { code: "expired_card", message: "Your card has expired." } },
  "4000000000000127": {
    ...VISA,
    refused: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  },
  "4000000000000341": { ...VISA, declinedWhenCharged: true },
  "4000002500003155": { ...VISA, asksWhenSaved: true },
  "4000002760003184": { ...VISA, asksWhenSaved: true, asksWhenCharged: true },
};

interface Failure {
  code: string;
  message: string;
  /** What was confirmed before. */
  setup_intent?: Setup;
  payment_method?: Method;
}
interface Customer {
  object: "customer";
  id: string;
  name: string | null;
  email: string | null;
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: string | null };
}
interface Method {
  object: "payment_method";
  id: string;
  type: "card";
  customer: string | null;
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
}
interface Setup {
  object: "setup_intent";
  id: string;
  client_secret: string;
  customer: string;
  status: "requires_payment_method" | "requires_action" | "succeeded";
  payment_method: string | null;
  last_setup_error: Failure | null;
}
interface Intent {
  object: "payment_intent";
  id: string;
  client_secret: string;
  customer: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  status:
    | "requires_payment_method"
    | "requires_confirmation"
    | "requires_action"
    | "processing"
    | "succeeded"
    | "canceled";
  payment_method: string | null;
  last_payment_error: Failure | null;
}
export interface SentEvent {
  object: "event";
  id: string;
  type: string;
  created: number;
  data: { object: object };
}

class Refusal extends Error {
  readonly status: number;
  readonly error: object;
  constructor(status: number, error: { code?: string; message: string; param?: string }) {
    super(error.message);
    this.status = status;
    this.error = { type: status === 402 ? "card_error" : "invalid_request_error", ...error };
  }
}

export type Form = Record<string, unknown>;
export type Answered = "complete" | "fail" | null;

const fields = (form: Form, name: string) => (form[name] ?? {}) as Record<string, string>; // as the form has it
const textOf = (form: Form, name: string) => (typeof form[name] === "string" ? form[name] : null);
const newId = (kind: string) => `${kind}_${randomBytes(8).toString("hex")}`;

function secret(kind: string): { id: string; client_secret: string } {
  const id = newId(kind);
  return { id, client_secret: `${id}_${newId("secret")}` };
}

function found<Item>(items: ReadonlyMap<string, Item>, id: unknown, what: string, param: string): Item {
  const item = items.get(String(id));
  if (!item)
    throw new Refusal(param === "id" ? 404 : 400, {
      code: "resource_missing",
      message: `No such ${what}: '${String(id)}'`,
      param,
    });
  return item;
}

export function createStripeModel(onEvent: (event: SentEvent) => void) {
  const customers = new Map<string, Customer>();
  const methods = new Map<string, Method>();
  const behaviours = new Map<string, Behaviour>();
  const setups = new Map<string, Setup>();
  const intents = new Map<string, Intent>();
  const charges: { payment_id: string; amount: number; card_id: string }[] = [];
  const events: SentEvent[] = [];
  let holdsPayments = false;

  function happened(type: string, object: object): SentEvent {
    const created = Math.floor(Date.now() / 1000);
    const event: SentEvent = {
      object: "event",
      id: newId("evt"),
      type,
      created,
      data: { object: structuredClone(object) },
    };
    events.push(event);
    onEvent(event);
    return event;
  }

  function attach(number: string, customer: string): Method {
    const behaviour = BEHAVIOURS[number] ?? VISA;
    const id = newId("pm");
    const card = { brand: behaviour.brand, last4: number.slice(-4), exp_month: 12, exp_year: 2034 };
    const method: Method = { object: "payment_method", id, type: "card", customer, card };
    methods.set(id, method);
    behaviours.set(id, behaviour);
    happened("payment_method.attached", method);
    return method;
  }

  function end(intent: Intent, method: Method): void {
    if (behaviours.get(method.id)?.declinedWhenCharged) {
      fail(intent, { code: "card_declined", message: "Your card was declined.", payment_method: method });
      throw new Refusal(402, { code: "card_declined", message: "Your card was declined." });
    }
    intent.payment_method = method.id;
    intent.last_payment_error = null;
    intent.status = holdsPayments ? "processing" : "succeeded";
    if (!holdsPayments) charged(intent);
    happened(`payment_intent.${intent.status}`, intent);
  }

  function charged(intent: Intent): void {
    charges.push({ payment_id: intent.id, amount: intent.amount, card_id: intent.payment_method ?? "" });
  }

  /** A failed intent loses its card, which is only named in the error. */
  function fail(intent: Intent, failure: Failure): void {
    intent.status = "requires_payment_method";
    intent.payment_method = null;
    intent.last_payment_error = failure;
    happened("payment_intent.payment_failed", intent);
  }

  function confirm(intent: Intent, card_id: unknown): Intent {
    if (["succeeded", "processing", "canceled"].includes(intent.status))
      throw new Refusal(400, {
        code: "payment_intent_unexpected_state",
        message: `This PaymentIntent's status is ${intent.status}`,
      });
    const method = found(methods, card_id, "PaymentMethod", "payment_method");
    if (method.customer !== intent.customer)
      throw new Refusal(400, {
        message: "The provided PaymentMethod was detached from a Customer. It may not be used again.",
        param: "payment_method",
      });
    if (behaviours.get(method.id)?.asksWhenCharged) {
      const message = "Your card was declined. This transaction requires authentication.";
      fail(intent, { code: "authentication_required", message, payment_method: method });
      throw new Refusal(402, { code: "authentication_required", message });
    }
    end(intent, method);
    return intent;
  }

  function act(method: string, path: string, form: Form): object {
    const [, kind = "", id = "", verb = ""] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
    const asksFor = `${method} ${kind}${id && "/id"}${verb && `/${verb}`}`;
    switch (asksFor) {
      case "POST customers": {
        const customer: Customer = {
          object: "customer",
          id: newId("cus"),
          name: textOf(form, "name"),
          email: textOf(form, "email"),
          metadata: fields(form, "metadata"),
          invoice_settings: { default_payment_method: null },
        };
        customers.set(customer.id, customer);
        return customer;
      }
      case "GET customers/id": {
        // Stripe's search does not find what was made in the last minute; the stand-in's last customer is such a one.
        const old = [...customers.values()].slice(0, -1);
        const data = old.filter(({ metadata }) =>
          String(form["query"]).includes(`'${metadata["organization_id"]}'`),
        );
        return { object: "search_result", url: path, has_more: false, data };
      }
      case "POST customers/id": {
        const customer = found(customers, id, "customer", "id");
        customer.name = textOf(form, "name") ?? customer.name;
        customer.email = textOf(form, "email") ?? customer.email;
        const card_id = fields(form, "invoice_settings")["default_payment_method"];
        if (card_id !== undefined) {
          found(methods, card_id, "PaymentMethod", "invoice_settings[default_payment_method]");
          customer.invoice_settings.default_payment_method = card_id;
        }
        return customer;
      }
      case "POST setup_intents": {
        const customer = found(customers, form["customer"], "customer", "customer").id;
        const setup: Setup = {
          object: "setup_intent",
          ...secret("seti"),
          customer,
          status: "requires_payment_method",
          payment_method: null,
          last_setup_error: null,
        };
        setups.set(setup.id, setup);
        return setup;
      }
      case "GET setup_intents/id": {
        const setup = found(setups, id, "setupintent", "id");
        return { ...setup, payment_method: methods.get(setup.payment_method ?? "") ?? null };
      }
      case "GET payment_methods": {
        const ofCustomer = [...methods.values()].filter((card) => card.customer === form["customer"]);
        return { object: "list", url: path, has_more: false, data: ofCustomer };
      }
      case "GET payment_methods/id":
        return found(methods, id, "PaymentMethod", "id");
      case "POST payment_methods/id/detach": {
        const card = found(methods, id, "PaymentMethod", "id");
        if (card.customer === null)
          throw new Refusal(400, { message: "The payment method is not attached to a customer." });
        card.customer = null;
        happened("payment_method.detached", card);
        return card;
      }
      case "GET payment_intents": {
        found(customers, form["customer"], "customer", "customer");
        const ofCustomer = [...intents.values()].filter((one) => one.customer === form["customer"]);
        const after = ofCustomer.toReversed();
        const from = after.findIndex((one) => one.id === form["starting_after"]) + 1;
        const until = from + Number(form["limit"]);
        const data = after.slice(from, until);
        return { object: "list", url: path, has_more: after.length > until, data };
      }
      case "POST payment_intents": {
        const intent: Intent = {
          object: "payment_intent",
          ...secret("pi"),
          customer: found(customers, form["customer"], "customer", "customer").id,
          amount: Number(form["amount"]),
          currency: String(form["currency"]),
          metadata: fields(form, "metadata"),
          status: "requires_payment_method",
          payment_method: null,
          last_payment_error: null,
        };
        intents.set(intent.id, intent);
        return intent;
      }
      case "GET payment_intents/id":
        return found(intents, id, "payment_intent", "id");
      case "POST payment_intents/id": {
        const intent = found(intents, id, "payment_intent", "id");
        const card = found(methods, form["payment_method"], "PaymentMethod", "payment_method");
        intent.payment_method = card.id;
        intent.status = "requires_confirmation";
        return intent;
      }
      case "POST payment_intents/id/cancel": {
        const intent = found(intents, id, "payment_intent", "id");
        if (["succeeded", "processing", "canceled"].includes(intent.status))
          throw new Refusal(400, {
            code: "payment_intent_unexpected_state",
            message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
          });
        intent.status = "canceled";
        happened("payment_intent.canceled", intent);
        return intent;
      }
      case "POST payment_intents/id/confirm":
        return confirm(found(intents, id, "payment_intent", "id"), form["payment_method"]);
      default:
        throw new Refusal(404, { message: `Unrecognized request URL (${method}: ${path})` });
    }
  }

  /** What Stripe's script does with a card that a person has typed. */
  function confirmSetup(client_secret: string, number: string, answered: Answered = null): Setup | Failure {
    const setup = [...setups.values()].find((one) => one.client_secret === client_secret);
    const behaviour = BEHAVIOURS[number.replaceAll(" ", "")];
    if (!setup) return { code: "resource_missing", message: "No such setupintent" };
    if (setup.status === "succeeded")
      return {
        code: "setup_intent_unexpected_state",
        message: "It was confirmed before.",
        setup_intent: setup,
      };
    if (!behaviour) return { code: "incorrect_number", message: "Your card number is invalid." };
    if (behaviour.refused) return (setup.last_setup_error = behaviour.refused);
    if (behaviour.asksWhenSaved && answered === null) setup.status = "requires_action";
    else if (answered === "fail") {
      setup.status = "requires_payment_method";
      const failure = { code: "setup_intent_authentication_failure", message: FAILED_AUTHENTICATION };
      return (setup.last_setup_error = failure);
    } else {
      setup.status = "succeeded";
      setup.last_setup_error = null;
      setup.payment_method = attach(number.replaceAll(" ", ""), setup.customer).id;
      happened("setup_intent.succeeded", setup);
    }
    return setup;
  }

  /** What it does with a payment that the bank wants to have confirmed. */
  function confirmPayment(client_secret: string, answered: Answered = null): Intent | Failure {
    const intent = [...intents.values()].find((one) => one.client_secret === client_secret);
    if (!intent) return { code: "resource_missing", message: "No such payment_intent" };
    if (intent.status === "succeeded" || intent.status === "processing") return intent;
    if (intent.status === "canceled")
      return { code: "payment_intent_unexpected_state", message: "The PaymentIntent was canceled." };
    const method = methods.get(String(intent.payment_method));
    if (!method) return { code: "parameter_missing", message: "The PaymentIntent has no payment method." };
    if (answered === "complete") {
      end(intent, method);
      return intent;
    }
    if (answered === "fail") {
      const failure = { code: "payment_intent_authentication_failure", message: FAILED_AUTHENTICATION };
      fail(intent, failure);
      return failure;
    }
    intent.status = "requires_action";
    happened("payment_intent.requires_action", intent);
    return intent;
  }

  function acted(method: string, path: string, form: Form): { status: number; reply: object } {
    try {
      return { status: 200, reply: structuredClone(act(method, path, form)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, reply: { error: error.error } };
    }
  }

  return {
    customers,
    methods,
    intents,
    /** Money that has moved, in turn. */
    charges: charges as readonly (typeof charges)[number][],
    /** Everything that has happened, in turn. */
    events: events as readonly SentEvent[],
    /** A call of the API. */
    acted,
    confirmSetup,
    confirmPayment,
    /** From now on payments take their time. */
    holdPayments: (holds: boolean) => void (holdsPayments = holds),
    settle(payment_id: string, how: "succeeded" | "declined") {
      const intent = found(intents, payment_id, "payment_intent", "id");
      if (how === "declined") return fail(intent, { code: "card_declined", message: "The bank said no." });
      intent.status = "succeeded";
      charged(intent);
      return void happened("payment_intent.succeeded", intent);
    },
    cancel(payment_id: string) {
      found(intents, payment_id, "payment_intent", "id").status = "canceled";
    },
    renewCard(card_id: string, exp_year: number) {
      const method = found(methods, card_id, "PaymentMethod", "id");
      method.card.exp_year = exp_year;
      happened("payment_method.automatically_updated", method);
    },
    deleteCustomer: (customer_id: string) => void customers.delete(customer_id),
    removeCard: (card_id: string) => void act("POST", `/v1/payment_methods/${card_id}/detach`, {}),
    refund: (payment_id: string, amount: number) =>
      happened("charge.refunded", {
        object: "charge",
        id: newId("ch"),
        payment_intent: payment_id,
        amount_refunded: amount,
      }),
    dispute: (payment_id: string, amount: number) =>
      happened("charge.dispute.created", {
        object: "dispute",
        id: newId("dp"),
        payment_intent: payment_id,
        amount,
        reason: "fraudulent",
      }),
  };
}
