/** Which queries get what a card form needs? */
import { startCardSetup } from "@posthorn/contract/billing";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { loadStripe } from "./stripe-script.ts";

/** A setup saves one card. So each form that opens asks for one of its own, and keeps it. */
export function cardSetupQuery(organization_id: string) {
  return queryOptions({
    queryKey: ["card-setup", organization_id],
    queryFn: () => call(startCardSetup, { params: { organization_id } }),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The browser knows best whether it reaches Stripe. */
export function stripeQuery(script_url: string) {
  return queryOptions({
    queryKey: ["stripe", script_url],
    queryFn: () => loadStripe(script_url),
    staleTime: Infinity,
    retry: false,
    networkMode: "always",
  });
}
