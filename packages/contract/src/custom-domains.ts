/**
 * What is a custom domain, and which endpoints does it have?
 *
 * A host name of the users' own under which the sources of a project can be reached. Two records in DNS prove it: one
 * leads the name to Posthorn, and a TXT record below the name has a value that only this project was given.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { DeletedId, NullableTimestamp, Timestamp } from "./lists.ts";

/** What the last look into DNS has found. `unanswered`: no name server said yes or no. */
export const RECORD_FINDINGS = ["unchecked", "found", "missing", "wrong", "unanswered"] as const;
export type RecordFinding = (typeof RECORD_FINDINGS)[number];

/** A record that has to be in DNS. */
export const DomainRecord = z.object({
  /** A and AAAA only where the operator's own name for source URLs is an address. */
  type: z.enum(["CNAME", "A", "AAAA", "TXT"]),
  name: z.string(),
  value: z.string(),
  status: z.enum(RECORD_FINDINGS),
});
export type DomainRecord = z.output<typeof DomainRecord>;

const SSL_STATUSES = ["initializing", "active"] as const;

export const CustomDomain = z.object({
  id: z.string(),
  team_id: z.string(),
  /** In small letters; other scripts are in their ASCII form. */
  hostname: z.string(),
  /** Active: its records were found. Source URLs with it work, over HTTPS as soon as `ssl.status` is active too. */
  status: z.enum(["pending", "active"]),
  ssl: z.object({
    id: z.string(),
    type: z.literal("dv"),
    /**
     * Proxy: the operator's proxy has the certificate. Otherwise Posthorn orders one, and proves the name to the
     * certificate authority by a file (http) or by a TXT record (txt).
     */
    method: z.enum(["proxy", "http", "txt"]),
    status: z.enum(SSL_STATUSES),
    /** When Posthorn's certificate ends; a newer one replaces it in time. Null: there is none. */
    expires_at: NullableTimestamp,
    /** The TXT record that proves the domain. */
    txt_name: z.string(),
    txt_value: z.string(),
    validation_records: z.array(
      z.object({ status: z.enum(["pending", "active"]), txt_name: z.string(), txt_value: z.string() }),
    ),
  }),
  ownership_verification: z.object({ type: z.literal("txt"), name: z.string(), value: z.string() }),
  /**
   * What is wrong with the records or the certificate, and what to do, in sentences. Records of an active domain are
   * named after they have been wrong for some days.
   */
  verification_errors: z.array(z.string()),
  records: z.array(DomainRecord),
  /** When the claim ends unless both records are found; null: the domain is active. */
  expires_at: NullableTimestamp,
  /** When Posthorn last looked at the records. */
  checked_at: NullableTimestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type CustomDomain = z.output<typeof CustomDomain>;

const NewCustomDomain = z.strictObject({
  /** With a subdomain, without scheme and port. */
  hostname: z.string(),
});

const SUMMARIES = {
  list: "The custom domains of a project, oldest first",
  create: "Claim a host name for the sources of a project; the reply has the records that prove it",
  delete: "Give up a custom domain. Source URLs with it may stop working at any time from then on",
} as const;

export const listCustomDomains = defineEndpoint({
  hasDashboardDoor: true,
  method: "GET",
  path: "/teams/current/custom_domains",
  isOpenUnderLock: true,
  summary: SUMMARIES.list,
  right: "see",
  // Not a page: shipped clients read a bare list.
  reply: z.array(CustomDomain),
});
export const createCustomDomain = defineEndpoint({
  hasDashboardDoor: true,
  method: "POST",
  path: "/teams/current/custom_domains",
  isOpenUnderLock: true,
  summary: SUMMARIES.create,
  right: "manageProject",
  body: NewCustomDomain,
  reply: CustomDomain,
  errors: [409],
});
export const deleteCustomDomain = defineEndpoint({
  hasDashboardDoor: true,
  method: "DELETE",
  path: "/teams/current/custom_domains/{id}",
  isOpenUnderLock: true,
  summary: SUMMARIES.delete,
  right: "manageProject",
  reply: DeletedId,
  errors: [404],
});

/** The newest version names the project in the path. */
export const listProjectDomains = defineEndpoint({
  method: "GET",
  path: "/projects/{id}/custom_domains",
  isOpenUnderLock: true,
  summary: SUMMARIES.list,
  right: "see",
  reply: z.array(CustomDomain),
  errors: [404],
});
export const createProjectDomain = defineEndpoint({
  method: "POST",
  path: "/projects/{id}/custom_domains",
  isOpenUnderLock: true,
  summary: SUMMARIES.create,
  right: "manageProject",
  namesWhatItChanges: true,
  body: NewCustomDomain,
  reply: CustomDomain,
  errors: [404, 409],
});
export const deleteProjectDomain = defineEndpoint({
  method: "DELETE",
  path: "/projects/{id}/custom_domains/{domain_id}",
  isOpenUnderLock: true,
  summary: SUMMARIES.delete,
  right: "manageProject",
  namesWhatItChanges: true,
  reply: DeletedId,
  errors: [404],
});

export const CURRENT_DOMAIN_ENDPOINTS = [listCustomDomains, createCustomDomain, deleteCustomDomain];
export const PROJECT_DOMAIN_ENDPOINTS = [listProjectDomains, createProjectDomain, deleteProjectDomain];
