/** Where do invoices go? The dialog that changes it has an address of its own: /settings/organization/billing/email. */
import { Link } from "@tanstack/react-router";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";

export function BillingEmailSection({ email }: { email: string }) {
  const refusal = useRefusal("managePlan");
  return (
    <Section title="Billing email" text="Invoices and payment notices go here.">
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <span className="[overflow-wrap:anywhere]">{email}</span>
        {refusal === undefined ? (
          <Link to="/settings/organization/billing/email" className={buttonClass()}>
            Change email
          </Link>
        ) : (
          <Button disabledReason={refusal}>Change email</Button>
        )}
      </div>
    </Section>
  );
}
