/** How does an invoice look, to the organization's people and to the operator? */
import type { Invoice } from "@posthorn/contract/billing";
import { DASHBOARD_API_PREFIX } from "@posthorn/contract/endpoint";
import { publicId } from "@posthorn/contract/ids";
import type { InvoiceOfOperator } from "@posthorn/contract/operator";
import type { InvoiceRow } from "../../store/invoices.ts";

function common(row: InvoiceRow): Omit<Invoice, "pdf_url"> {
  const { number, issue_date, period_start, period_end, amount_due, is_paid, payment_problem } = row;
  return {
    id: publicId("invoice", row.id),
    number,
    issue_date,
    period_start,
    period_end,
    lines: [...row.lines],
    amount_due,
    is_paid,
    payment_problem,
  };
}

export function invoiceView(row: InvoiceRow): Invoice {
  const organization = publicId("organization", row.organization_id);
  const invoice = common(row);
  return {
    ...invoice,
    pdf_url: `${DASHBOARD_API_PREFIX}/organizations/${organization}/invoices/${invoice.id}/pdf`,
  };
}

export function operatorsInvoiceView(row: InvoiceRow): InvoiceOfOperator {
  const { organization_name, billing_email } = row;
  const organization_id = publicId("organization", row.organization_id);
  return { ...common(row), organization_id, organization_name, billing_email };
}
