/** `/settings/organization/billing` */
import { createFileRoute } from "@tanstack/react-router";
import { BillingScreen } from "../../../screens/settings-billing/billing-screen.tsx";

export const Route = createFileRoute("/_app/settings/organization/billing")({
  component: BillingScreen,
});
