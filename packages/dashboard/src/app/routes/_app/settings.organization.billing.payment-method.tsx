/** `/settings/organization/billing/payment-method`: a dialog over the page, which shows it. */
import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/settings/organization/billing/payment-method")({});
