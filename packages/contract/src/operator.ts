/**
 * What can the operator's own programs do, with the operator's token?
 *
 * These endpoints exist only if POSTHORN_OPERATOR_TOKEN is set. They see every organization, so no key of a project and no
 * person's session opens them.
 */
import * as z from "zod/mini";
import {
  API_RATE_LIMIT_MAX_PER_MINUTE,
  DELIVERY_TIMEOUT_MAX_SECONDS,
  REQUEST_BODY_MAX_BYTES,
  RETENTION_MAX_DAYS,
  THROUGHPUT_MAX_PER_SECOND,
} from "./limits.ts";
import { Invoice } from "./billing.ts";
import { PlanLimits, Subscription } from "./plans.ts";

export const OPERATOR_PREFIX = "/operator";

export const OrganizationOfOperator = z.extend(Subscription, {
  id: z.string(),
  name: z.string(),
  /** What was agreed instead of the plan's own limits. */
  agreed_limits: z.partial(PlanLimits),
});
export type OrganizationOfOperator = z.output<typeof OrganizationOfOperator>;

export interface OrganizationsOfOperator {
  models: OrganizationOfOperator[];
  /** Null on the last page; otherwise the `after` of the next one. */
  next: string | null;
}

export const InvoiceOfOperator = z.extend(z.omit(Invoice, { pdf_url: true }), {
  organization_id: z.string(),
  /** As they were when the invoice was made; the organization may be gone. */
  organization_name: z.string(),
  billing_email: z.string(),
});
export type InvoiceOfOperator = z.output<typeof InvoiceOfOperator>;

export interface InvoicesOfOperator {
  /** The newest first. */
  models: InvoiceOfOperator[];
  /** Null on the last page; otherwise the `before` of the next one. */
  next: string | null;
}

/** PUT /operator/invoices/{id} */
export const InvoiceChange = z.strictObject({ is_paid: z.boolean() });

const upTo = (most: number) =>
  z.nullable(z.int(`must be a whole number from 1 to ${most}`).check(z.minimum(1), z.maximum(most)));

/** What a plan may allow: no more than Posthorn itself can do. Null: the limit does not limit. */
export const LIMIT_BOUNDS = {
  retention_days: upTo(RETENTION_MAX_DAYS),
  max_users: upTo(Number.MAX_SAFE_INTEGER),
  max_requests: upTo(Number.MAX_SAFE_INTEGER),
  included_throughput: upTo(THROUGHPUT_MAX_PER_SECOND),
  max_payload_size_mb: upTo(REQUEST_BODY_MAX_BYTES / (1024 * 1024)),
  attempt_timeout: upTo(DELIVERY_TIMEOUT_MAX_SECONDS),
  api_rate_limit: upTo(API_RATE_LIMIT_MAX_PER_MINUTE),
};

/** PUT /operator/organizations/{id}/subscription */
export const SubscriptionChange = z.strictObject({
  /** Absent: the plan that the organization has. */
  plan: z.optional(z.string()),
  /** Absent: the version that is offered. */
  version: z.optional(z.int()),
  /** Replace all that were agreed before. Absent: those stay. */
  limits: z.optional(z.partial(z.strictObject(LIMIT_BOUNDS))),
});
