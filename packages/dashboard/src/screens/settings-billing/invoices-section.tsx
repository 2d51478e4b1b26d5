/** Which invoices has the organization got, are they paid, and if not, why? */
import type { Card, Invoice, PaymentProblem } from "@posthorn/contract/billing";
import { INVOICES_PER_PAGE } from "@posthorn/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Clock, Download, ShieldCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import { invoicesQuery } from "../../resources/billing/billing-queries.ts";
import { moneyText } from "../../resources/plans/money.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { Pagination } from "../../ui/list/pagination.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { PayNow } from "./pay-now.tsx";
import { nextTryText } from "./payment-problem.ts";

/** `card`: what invoices are charged to; null where there is none. */
export function InvoicesSection({ card }: { card: Card | null }) {
  return (
    <Section title="Invoices" text="Newest first. Invoices of $0 are not listed.">
      <Invoices card={card} />
    </Section>
  );
}

const COLUMNS = 5;

function Invoices({ card }: { card: Card | null }) {
  const { organization } = useSession();
  const [page, setPage] = useState(1);
  const invoices = useQuery(invoicesQuery(organization.id, page));
  if (invoices.isError) return <LoadFailed error={invoices.error} onRetry={invoices.refetch} />;
  if (!invoices.data) return <TextSkeleton label="invoices" />;
  const { models, count } = invoices.data;
  if (count === 0) return <p className="text-sm text-ink-2">No invoices yet.</p>;
  const before = (page - 1) * INVOICES_PER_PAGE;
  return (
    <>
      <Table label="Invoices by date" isStale={invoices.isPlaceholderData} boxClassName="@container">
        <thead>
          <tr>
            <Th>Issue date</Th>
            <Th>Invoice</Th>
            <Th className="text-right">Amount due</Th>
            <Th>Status</Th>
            <Th>
              <span className="sr-only">Download</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {models.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} card={card} />
          ))}
        </tbody>
      </Table>
      <Pagination
        onPrevious={page === 1 ? undefined : () => setPage(page - 1)}
        onNext={before + models.length >= count ? undefined : () => setPage(page + 1)}
      >
        {before + 1}–{before + models.length} of {count} {count === 1 ? "invoice" : "invoices"}
      </Pagination>
    </>
  );
}

function InvoiceRow({ invoice, card }: { invoice: Invoice; card: Card | null }) {
  const { number, issue_date, amount_due, payment_problem, pdf_url } = invoice;
  return (
    <>
      <Tr className={payment_problem === null ? undefined : "[&>td]:border-b-0"}>
        <Td className="mono">{issue_date}</Td>
        <Td className="mono">{number}</Td>
        <Td className="text-right tabular-nums">{moneyText(amount_due)}</Td>
        <Td>
          <InvoiceStatus invoice={invoice} />
        </Td>
        <Td className="text-right">
          <a
            href={pdf_url}
            download
            aria-label={`${number} as PDF`}
            className={buttonClass({ variant: "quiet", size: "sm" })}
          >
            <Download aria-hidden />
            PDF
          </a>
        </Td>
      </Tr>
      {payment_problem === null ? null : (
        <Tr>
          <td colSpan={COLUMNS} className="border-b border-line px-(--cell-x) pb-2.5">
            {/* As wide as what is seen of the table: on a phone, the table is wider. */}
            <div className="sticky left-(--cell-x) flex w-[calc(100cqw-2*var(--cell-x))] flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-0 flex-1 basis-60 text-xs text-ink-2">
                {payment_problem.text} {nextTryText(payment_problem)}
              </p>
              <PayNow invoice={invoice} card={card} />
            </div>
          </td>
        </Tr>
      )}
    </>
  );
}

const PROBLEMS: Record<PaymentProblem["kind"], ReactNode> = {
  declined: <StatusBadge tone="bad">Failed</StatusBadge>,
  no_card: <StatusBadge tone="bad">No card</StatusBadge>,
  authentication_required: (
    <StatusBadge tone="hold" icon={ShieldCheck}>
      Needs confirmation
    </StatusBadge>
  ),
};

function InvoiceStatus({ invoice: { is_paid, payment_problem } }: { invoice: Invoice }) {
  if (is_paid) return <StatusBadge tone="ok">Paid</StatusBadge>;
  if (payment_problem) return PROBLEMS[payment_problem.kind];
  return (
    <StatusBadge tone="hold" icon={Clock}>
      Due
    </StatusBadge>
  );
}
