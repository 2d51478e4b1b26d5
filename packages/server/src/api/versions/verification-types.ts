/**
 * How is the way a sender proves itself called until 2024-09-01?
 *
 * In small letters, where 2024-09-01 knew it; what came later keeps its own name. Both spellings are
 * understood, and so is the one bridge that later became two.
 */
import { SOURCE_AUTH_TYPES } from "@posthorn/contract/source-types";
import { Source } from "@posthorn/contract/sources";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";

/** These are no ways to prove anything. */
const NO_VERIFICATION = new Set(["WEBHOOK", "HTTP", "PUBLISH_API", "HOOKDECK_OUTPOST"]);

const KNOWN = new Set(
  `hmac basic_auth api_key cloudsignal courier frontapp twitter stripe recharge twilio github shopify
   postmark typeform xero svix zoom akeneo adyen gitlab property-finder woocommerce oura commercelayer
   hubspot mailgun persona pipedrive sendgrid workos synctera aws_sns three_d_eye twitch enode favro linear
   shopline wix nmi orb pylon repay square solidgate trello sanity ebay telnyx discord tokenio fiserv
   bondsmith vercel_log_drains vercel tebex slack razorpay mailchimp paddle paypal treezor praxis`.split(
    /\s+/,
  ),
);

const SHOWN: ReadonlyMap<string, string> = new Map([
  ...SOURCE_AUTH_TYPES.filter((type) => !NO_VERIFICATION.has(type)).map((type) => {
    const lower = type.toLowerCase();
    return [type, KNOWN.has(lower) ? lower : type] as const;
  }),
  ["BRIDGE_XYZ", "bridge"],
]);

/** In one spelling or the other: what is shown in small letters is not the same in every version of 2024. */
export const ShownType = z.enum([...new Set([...SHOWN.values(), ...SHOWN.keys()])]);
export const AcceptedType = z.enum([...new Set([...SHOWN.values(), ...SHOWN.keys(), "BRIDGE"])]);

export function shownType(canonical: string): string {
  return SHOWN.get(canonical) ?? canonical;
}

export function canonicalType(accepted: string): string {
  const upper = accepted.toUpperCase();
  return upper === "BRIDGE" ? "BRIDGE_XYZ" : upper;
}

/** In 2024-03-01 these were not there yet, so they keep the name that they have now. */
const LATER_IN_2024: Readonly<Record<string, string>> = {
  bridge: "BRIDGE_XYZ",
  paypal: "PAYPAL",
  treezor: "TREEZOR",
  praxis: "PRAXIS",
};

export const fewerVerificationTypes: Difference = {
  name: "fewer-verification-types",
  summary:
    "The verification types `bridge`, `paypal`, `treezor` and `praxis` are shown in capitals, as those that came later",
  changes: [
    {
      of: Source,
      answer(source) {
        // As `source-verification` has it.
        const verification = source["verification"] as { type: string } | null;
        if (!verification) return source;
        const type = LATER_IN_2024[verification.type] ?? verification.type;
        return { ...source, verification: { ...verification, type } };
      },
    },
  ],
};
