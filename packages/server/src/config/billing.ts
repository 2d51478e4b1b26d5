/** What do organizations pay for, and who collects it? */
import { resolve } from "node:path";
import { BILLING_PROVIDERS, type BillingProvider } from "@posthorn/contract/billing";
import { hostOf, isLoopback } from "./addresses.ts";
import { type Reading, oneOf } from "./reading.ts";

export interface BillingConfig {
  /** The operator's file of plans. Null: nothing is limited. */
  plansFile: string | null;
  /** How invoices are paid. `none`: there are no invoices. */
  billing: BillingProvider;
  /** The operator's account at Stripe. Null: another provider, or none, is paid. */
  stripe: StripeConfig | null;
}

export interface StripeConfig {
  secretKey: string;
  /** Goes to browsers. */
  publishableKey: string;
  /** Any of them signs an event; two while one is being replaced. */
  webhookSecrets: readonly string[];
  /** An origin. */
  url: string;
  scriptUrl: string;
}

/** The longest period of a plan, and the one before it, which is asked for in its last moments. */
const PERIOD_DAYS = 62;
const STRIPE_TEST_KEY = /^[a-z]k_test_/;
const STRIPE_URL = "https://api.stripe.com";
const STRIPE_SCRIPT_URL = "https://js.stripe.com/v3/";

export function readBilling(
  reading: Reading,
  { publicUrl, countersDays }: { publicUrl: string; countersDays: number },
): BillingConfig {
  const { text, mistakes } = reading;
  const plansFile = text("POSTHORN_PLANS");
  if (plansFile !== null && countersDays < PERIOD_DAYS)
    mistakes.push(
      `POSTHORN_COUNTERS_DAYS must be at least ${PERIOD_DAYS} with POSTHORN_PLANS: usage is counted for a month`,
    );
  const asked = text("POSTHORN_BILLING")?.toLowerCase() ?? "none";
  const billing = oneOf(
    BILLING_PROVIDERS,
    asked,
    "none",
    () => `POSTHORN_BILLING must be ${BILLING_PROVIDERS.join(" or ")}, not "${asked}"`,
    mistakes,
  );
  if (billing !== "none" && plansFile === null)
    mistakes.push("POSTHORN_BILLING needs POSTHORN_PLANS: the file of plans has the prices");
  if (billing === "test" && !isLoopback(hostOf(publicUrl)))
    mistakes.push(
      `POSTHORN_BILLING=test moves no money, so it is only for your own machine: POSTHORN_PUBLIC_URL must then be http://127.0.0.1 or localhost, not "${publicUrl}"`,
    );
  return {
    plansFile: plansFile === null ? null : resolve(plansFile),
    billing,
    stripe: billing === "stripe" ? readStripe(reading) : null,
  };
}

/** No mistake quotes a key: it goes to the log and the terminal. */
function readStripe({ text, list, url, mistakes }: Reading): StripeConfig {
  const key = (name: string, form: RegExp, begins: string): string => {
    const value = text(name) ?? "";
    if (value === "")
      mistakes.push(`${name} is required with POSTHORN_BILLING=stripe; it begins with ${begins}`);
    else if (!form.test(value))
      mistakes.push(`${name} must begin with ${begins}: copy it from Stripe's dashboard`);
    return value;
  };
  const secretKey = key("POSTHORN_STRIPE_SECRET_KEY", /^[sr]k_[\w-]+$/, "sk_ or rk_");
  const publishableKey = key("POSTHORN_STRIPE_PUBLISHABLE_KEY", /^pk_[\w-]+$/, "pk_");
  if (STRIPE_TEST_KEY.test(secretKey) !== STRIPE_TEST_KEY.test(publishableKey) && secretKey && publishableKey)
    mistakes.push(
      "POSTHORN_STRIPE_SECRET_KEY and POSTHORN_STRIPE_PUBLISHABLE_KEY must be of the same mode: one is for tests, and one moves money",
    );
  const webhookSecrets = list("POSTHORN_STRIPE_WEBHOOK_SECRET");
  if (webhookSecrets.length === 0) key("POSTHORN_STRIPE_WEBHOOK_SECRET", /./, "whsec_");
  else if (!webhookSecrets.every((secret) => /^whsec_[\w+/=-]+$/.test(secret)))
    mistakes.push(
      "POSTHORN_STRIPE_WEBHOOK_SECRET must begin with whsec_: copy it from the webhook's page in Stripe's dashboard. While it is being replaced, list both, separated by a comma",
    );
  const apiUrl = url("POSTHORN_STRIPE_URL", STRIPE_URL);
  if (new URL(apiUrl).href !== `${new URL(apiUrl).origin}/`)
    mistakes.push("POSTHORN_STRIPE_URL must be only scheme, host and port, such as http://127.0.0.1:12111");
  url("POSTHORN_STRIPE_SCRIPT_URL", "");
  const scriptUrl = text("POSTHORN_STRIPE_SCRIPT_URL") ?? STRIPE_SCRIPT_URL; // as it is: a slash at its end counts
  return { secretKey, publishableKey, webhookSecrets, url: apiUrl, scriptUrl };
}
