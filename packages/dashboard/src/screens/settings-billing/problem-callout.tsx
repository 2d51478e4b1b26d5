/** At the top of the page: an invoice could not be charged to the card. What happened, and what happens next. */
import type { Card, Invoice } from "@posthorn/contract/billing";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { invoicesQuery } from "../../resources/billing/billing-queries.ts";
import { moneyText } from "../../resources/plans/money.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { PayNow } from "./pay-now.tsx";
import { nextTryText } from "./payment-problem.ts";

/** Invoices are newest first, so its first page has the ones that can have a problem: those of half a year. */
const FIRST_PAGE = 1;

export function ProblemCallout({ card }: { card: Card | null }) {
  const { organization } = useSession();
  const { data } = useQuery(invoicesQuery(organization.id, FIRST_PAGE));
  const unpaid = (data?.models ?? []).filter(({ payment_problem }) => payment_problem !== null);
  const [newest] = unpaid;
  if (!newest?.payment_problem) return null;
  const isOne = unpaid.length === 1;
  return (
    <Callout
      tone={newest.payment_problem.kind === "authentication_required" ? "hold" : "bad"}
      title={titleOf(unpaid, newest)}
      className="mt-6"
      action={<Actions invoice={isOne ? newest : null} card={card} />}
    >
      {isOne ? null : `${newest.number}: `}
      {newest.payment_problem.text} {nextTryText(newest.payment_problem)}
    </Callout>
  );
}

function titleOf(unpaid: readonly Invoice[], newest: Invoice): string {
  if (unpaid.length > 1)
    return `${unpaid.length} invoices are not paid: ${moneyText(unpaid.reduce((sum, { amount_due }) => sum + amount_due, 0))}`;
  return newest.payment_problem?.kind === "authentication_required"
    ? `Your bank asks you to confirm the payment of ${newest.number}`
    : `${newest.number} is not paid: ${moneyText(newest.amount_due)}`;
}

/** `invoice`: null if there are several. Each of them can be paid where it is listed, and all of them with another card. */
function Actions({ invoice, card }: { invoice: Invoice | null; card: Card | null }) {
  const refusal = useRefusal("managePlan");
  return (
    <div className="flex flex-wrap gap-2">
      {invoice === null ? null : <PayNow invoice={invoice} card={card} />}
      {refusal !== undefined || (card === null && invoice !== null) ? null : (
        <Link to="/settings/organization/billing/payment-method" className={buttonClass({ size: "sm" })}>
          {card === null ? "Add card" : "Use another card"}
        </Link>
      )}
    </div>
  );
}
