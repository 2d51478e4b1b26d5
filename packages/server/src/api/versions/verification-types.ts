/**
 * What is a verification method called until 2024-09-01?
 *
 * Methods that 2024-09-01 knew have small letters; later ones keep their own name. Input may use
 * both spellings, and also `bridge`, which was later split in two.
 */
import { SOURCE_AUTH_TYPES } from "@posthorn/contract/source-types";
import { Source } from "@posthorn/contract/sources";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";

/** Types that verify nothing. */
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

/** Both spellings: the versions of 2024 differ in which types they show in small letters. */
export const ShownType = z.enum([...new Set([...SHOWN.values(), ...SHOWN.keys()])]);
export const AcceptedType = z.enum([...new Set([...SHOWN.values(), ...SHOWN.keys(), "BRIDGE"])]);

export function shownType(canonical: string): string {
  return SHOWN.get(canonical) ?? canonical;
}

export function canonicalType(accepted: string): string {
  const upper = accepted.toUpperCase();
  return upper === "BRIDGE" ? "BRIDGE_XYZ" : upper;
}

/** 2024-03-01 did not have these yet, so they keep their present name there. */
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
        // The shape that `source-verification` produces.
        const verification = source["verification"] as { type: string } | null;
        if (!verification) return source;
        const type = LATER_IN_2024[verification.type] ?? verification.type;
        return { ...source, verification: { ...verification, type } };
      },
    },
  ],
};
