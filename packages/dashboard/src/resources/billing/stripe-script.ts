/**
 * How does a page get Stripe's script, and which of its methods do we call?
 *
 * Stripe's script must come from Stripe. It loads once, when a form needs it; a try that failed leaves nothing behind.
 */

export interface StripeCardChange {
  complete: boolean;
  empty: boolean;
  error?: { message: string } | undefined;
}

export interface StripeCard {
  mount: (element: HTMLElement) => void;
  focus: () => void;
  on: (event: "change", listener: (change: StripeCardChange) => void) => void;
}

/** `setup_intent` and `payment_intent` are there if the error is that it was confirmed before. */
interface StripeError {
  message?: string;
  setup_intent?: { status: string };
  payment_intent?: { status: string };
}

interface StripeAnswer {
  error?: StripeError;
}

export interface Stripe {
  elements: () => {
    create: (kind: "card", options: { style: object; hidePostalCode: boolean }) => StripeCard;
  };
  confirmCardSetup: (
    client_secret: string,
    data: { payment_method: { card: StripeCard } },
  ) => Promise<StripeAnswer>;
  confirmCardPayment: (client_secret: string) => Promise<StripeAnswer>;
}

export type MakeStripe = (publishable_key: string) => Stripe;

declare global {
  interface Window {
    Stripe?: MakeStripe;
  }
}

let loading: Promise<MakeStripe> | null = null;

export function loadStripe(script_url: string): Promise<MakeStripe> {
  if (window.Stripe) return Promise.resolve(window.Stripe);
  loading ??= appendScript(script_url).finally(() => (loading = null));
  return loading;
}

function appendScript(script_url: string): Promise<MakeStripe> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      script.remove();
      reject(new Error("Stripe's script could not be loaded"));
    };
    script.src = script_url;
    script.addEventListener("load", () => (window.Stripe ? resolve(window.Stripe) : fail()));
    script.addEventListener("error", fail);
    document.head.append(script);
  });
}

/** What an answer says. That it was confirmed before is as good: the reply to the first try was lost. */
export function stripeOutcome({
  error,
}: StripeAnswer): { kind: "confirmed" } | { kind: "refused"; text: string } {
  if (!error) return { kind: "confirmed" };
  const status = error.setup_intent?.status ?? error.payment_intent?.status;
  if (status === "succeeded") return { kind: "confirmed" };
  return { kind: "refused", text: error.message ?? "The card was declined." };
}
