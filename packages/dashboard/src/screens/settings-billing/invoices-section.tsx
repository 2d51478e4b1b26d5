/** Which invoices has the organization got, and are they paid? */
import type { Invoice } from "@posthorn/contract/billing";
import { INVOICES_PER_PAGE } from "@posthorn/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Clock, Download } from "lucide-react";
import { useState } from "react";
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

export function InvoicesSection() {
  return (
    <Section title="Invoices" text="Newest first. Invoices of $0 are not listed.">
      <Invoices />
    </Section>
  );
}

function Invoices() {
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
      <Table label="Invoices by date" isStale={invoices.isPlaceholderData}>
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
            <InvoiceRow key={invoice.id} invoice={invoice} />
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

function InvoiceRow({ invoice: { number, issue_date, amount_due, is_paid, pdf_url } }: { invoice: Invoice }) {
  return (
    <Tr>
      <Td className="mono">{issue_date}</Td>
      <Td className="mono">{number}</Td>
      <Td className="text-right tabular-nums">{moneyText(amount_due)}</Td>
      <Td>
        {is_paid ? (
          <StatusBadge tone="ok">Paid</StatusBadge>
        ) : (
          <StatusBadge tone="hold" icon={Clock}>
            Due
          </StatusBadge>
        )}
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
  );
}
