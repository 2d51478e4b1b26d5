/**
 * How do the operator's own programs put organizations on plans, and mark invoices as paid?
 *
 * With the token in POSTHORN_OPERATOR_TOKEN, and with nothing else. A change counts for every process within two seconds,
 * as far as the database announces it, and is in the log.
 */
import {
  InvoiceChange,
  type InvoiceOfOperator,
  type InvoicesOfOperator,
  OPERATOR_PREFIX,
  type OrganizationOfOperator,
  type OrganizationsOfOperator,
  SubscriptionChange,
} from "@posthorn/contract/operator";
import { internalId, publicId } from "@posthorn/contract/ids";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { presentsToken } from "../../access/operator-token.ts";
import { readOffer, readPlanOf } from "../../plans/plan-of.sql.ts";
import { parseQueryString } from "../../pipeline/route/query-string.ts";
import { changesOf } from "../../store/audit-entries.ts";
import type { Database } from "../../store/database.ts";
import { readAllInvoices, setPaid } from "../../store/invoices.ts";
import { setSubscription } from "../../store/subscriptions.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import { operatorsInvoiceView } from "../billing/invoice-view.ts";
import { readSubscription } from "../plans/subscription-view.ts";
import { invalid, parseInput } from "../validation.ts";
import {
  findOrganization,
  isKnownPlan,
  type OrganizationRow,
  readOrganizations,
} from "./organizations.sql.ts";

const PER_PAGE = 50;
const INVOICES = `${OPERATOR_PREFIX}/invoices`;
const ORGANIZATIONS = `${OPERATOR_PREFIX}/organizations`;
const NO_OPERATOR_TOKEN = "Invalid or missing operator token";
const NO_PLANS = "no plans are in force. Set POSTHORN_PLANS and start again";

const ListQuery = z.object({ after: z.optional(z.string()) });
const InvoicesQuery = z.object({ before: z.optional(z.string()) });

export function serveOperator(
  app: FastifyInstance,
  token: string,
  { db, log, access }: Pick<ApiDeps, "access" | "db" | "log">,
): void {
  const onRequest = async ({ headers }: FastifyRequest): Promise<void> => {
    if (!presentsToken(headers.authorization, token))
      throw new ApiError("UNAUTHORIZED", {}, { message: NO_OPERATOR_TOKEN });
  };

  /** The audit log of the organization says that it was the operator. */
  function asOperator(request: FastifyRequest): Database {
    const caller = { kind: "operator", user_id: null, api_key_id: null } as const;
    const user_agent = request.headers["user-agent"] ?? null;
    const called = `${request.method} ${request.url.split("?", 1)[0] ?? ""}`;
    return changesOf(db, caller, { address: access.clientAddress(request.raw), user_agent, request: called });
  }

  async function shown({ id, name }: OrganizationRow): Promise<OrganizationOfOperator> {
    const subscription = await readSubscription(db, id);
    const agreed_limits = (await readPlanOf(db, id))?.agreed_limits ?? {};
    return { id: publicId("organization", id), name, ...subscription, agreed_limits };
  }

  const list = async (request: FastifyRequest): Promise<OrganizationsOfOperator> => {
    const asked = parseQueryString(request.url.split("?", 2)[1] ?? "");
    const { after } = parseInput(ListQuery, asked, "query");
    const uuid = after === undefined ? null : internalId("organization", after);
    if (after !== undefined && uuid === null) throw invalid("after must be the id of an organization");
    const rows = await readOrganizations(db, { after: uuid, limit: PER_PAGE + 1 });
    const models = [];
    for (const row of rows.slice(0, PER_PAGE)) models.push(await shown(row));
    return { models, next: rows.length > PER_PAGE ? (models.at(-1)?.id ?? null) : null };
  };

  const change = async (request: FastifyRequest): Promise<OrganizationOfOperator> => {
    const { id } = request.params as { id: string }; // the router stores the path parameters here, as text
    const uuid = internalId("organization", id);
    const organization = uuid && (await findOrganization(db, uuid));
    if (!organization) throw notFound(id);
    const { plan, version, limits } = parseInput(SubscriptionChange, request.body, "body");
    const offer = await readOffer(db);
    if (!offer) throw invalid(NO_PLANS);
    const present = await readPlanOf(db, organization.id);
    const wanted = plan ?? present?.plan.id;
    if (wanted === undefined) throw invalid("plan is required: the organization has none");
    const isSame = plan === undefined && version === undefined;
    const offered = isSame ? present?.plan.version : offer.plans.find((one) => one.id === wanted)?.version;
    const chosen = { id: wanted, version: version ?? offered ?? 0 };
    if (!(await isKnownPlan(db, chosen)))
      throw invalid(
        version === undefined
          ? `plan must be one of ${offer.plans.map((one) => one.id).join(", ")}`
          : `version ${version} of "${wanted}" is not known`,
      );
    const agreed_limits = limits ?? present?.agreed_limits ?? {};
    await setSubscription(asOperator(request), organization.id, { plan: chosen, agreed_limits });
    log.info("plan.set", { organization_id: id, plan: chosen.id, version: chosen.version, agreed_limits });
    return shown(organization);
  };

  const listInvoices = async (request: FastifyRequest): Promise<InvoicesOfOperator> => {
    const asked = parseQueryString(request.url.split("?", 2)[1] ?? "");
    const { before } = parseInput(InvoicesQuery, asked, "query");
    const uuid = before === undefined ? null : internalId("invoice", before);
    if (before !== undefined && uuid === null) throw invalid("before must be the id of an invoice");
    const rows = await readAllInvoices(db, { before: uuid, limit: PER_PAGE + 1 });
    const models = rows.slice(0, PER_PAGE).map(operatorsInvoiceView);
    return { models, next: rows.length > PER_PAGE ? (models.at(-1)?.id ?? null) : null };
  };

  const changeInvoice = async (request: FastifyRequest): Promise<InvoiceOfOperator> => {
    const { id } = request.params as { id: string }; // the router stores the path parameters here, as text
    const uuid = internalId("invoice", id);
    const { is_paid } = parseInput(InvoiceChange, request.body, "body");
    const invoice = uuid && (await setPaid(asOperator(request), uuid, is_paid));
    if (!invoice) throw notFound(id);
    log.info("invoice.paid", { invoice_id: id, is_paid });
    return operatorsInvoiceView(invoice);
  };

  app.route({ method: "GET", url: INVOICES, onRequest, handler: listInvoices });
  app.route({ method: "PUT", url: `${INVOICES}/:id`, onRequest, handler: changeInvoice });
  app.route({ method: "GET", url: ORGANIZATIONS, onRequest, handler: list });
  app.route({ method: "PUT", url: `${ORGANIZATIONS}/:id/subscription`, onRequest, handler: change });
}
