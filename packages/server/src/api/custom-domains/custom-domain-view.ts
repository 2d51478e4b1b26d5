/** How does a custom domain look from outside, and what does it say about records that are wrong? */
import type { CustomDomain, DomainRecord, RecordFinding } from "@posthorn/contract/custom-domains";
import { challengeName } from "@posthorn/contract/hostnames";
import { publicId } from "@posthorn/contract/ids";
import { CUSTOM_DOMAIN_CLAIM_DAYS, CUSTOM_DOMAIN_LOST_SHOWN_DAYS } from "@posthorn/contract/limits";
import ipaddr from "ipaddr.js";
import { createdAt } from "../../ids.ts";
import type { AcmeChallenge } from "../../store/certificates.ts";
import type { CustomDomainRow, SeenCustomDomain } from "../../store/custom-domains.ts";
import { certificateFindings } from "./certificate-findings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DomainViewSettings {
  /** The name, or the address, to which domains must lead. */
  target: string;
  /** How Posthorn proves domains to the certificate authority. Null: the operator's proxy has the certificates. */
  challenge: AcmeChallenge | null;
}

const METHODS = { "http-01": "http", "dns-01": "txt" } as const;

export function customDomainView(
  row: SeenCustomDomain,
  { target, challenge }: DomainViewSettings,
  nowMs: number,
): CustomDomain {
  const id = publicId("custom_domain", row.id);
  const name = challengeName(row.hostname);
  const value = row.txt_value;
  const isActive = row.active_since !== null;
  const status = isActive ? "active" : "pending";
  const certificate = challenge === null ? null : row.certificate;
  const hasTls = isActive && (challenge === null || certificate?.is_in_force === true);
  const records: DomainRecord[] = [
    {
      type: routingType(target),
      name: row.hostname,
      value: target,
      status: row.routing_finding ?? "unchecked",
    },
    { type: "TXT", name, value, status: row.ownership_finding ?? "unchecked" },
  ];
  return {
    id,
    team_id: publicId("project", row.team_id),
    hostname: row.hostname,
    status,
    ssl: {
      id,
      type: "dv",
      method: challenge === null ? "proxy" : METHODS[challenge],
      status: hasTls ? "active" : "initializing",
      expires_at: certificate?.expires_at ? new Date(certificate.expires_at).toISOString() : null,
      txt_name: name,
      txt_value: value,
      validation_records: [
        {
          status: row.ownership_finding === "found" ? "active" : "pending",
          txt_name: name,
          txt_value: value,
        },
      ],
    },
    ownership_verification: { type: "txt", name, value },
    verification_errors: [
      ...(isShownLost(row, nowMs) || !isActive ? errorsOf(records) : []),
      ...(isActive && certificate && challenge
        ? certificateFindings(row.hostname, certificate, challenge)
        : []),
    ],
    records,
    expires_at:
      row.pending_since === null
        ? null
        : new Date(Date.parse(row.pending_since) + CUSTOM_DOMAIN_CLAIM_DAYS * DAY_MS).toISOString(),
    checked_at: row.checked_at,
    created_at: createdAt(row.id),
    updated_at: row.updated_at,
  };
}

function routingType(target: string): DomainRecord["type"] {
  if (ipaddr.IPv6.isValid(target)) return "AAAA";
  return ipaddr.IPv4.isValidFourPartDecimal(target) ? "A" : "CNAME";
}

/** For some days a record may be wrong because somebody is moving it. */
function isShownLost({ lost_since }: CustomDomainRow, nowMs: number): boolean {
  return lost_since !== null && nowMs - Date.parse(lost_since) >= CUSTOM_DOMAIN_LOST_SHOWN_DAYS * DAY_MS;
}

const SENTENCES: Readonly<Record<RecordFinding, ((record: DomainRecord) => string) | null>> = {
  unchecked: null,
  found: null,
  missing: ({ type, name }) =>
    type === "TXT"
      ? `There is no TXT record at ${name}.`
      : `${name} leads nowhere: it has no ${type} record.`,
  wrong: ({ type, name, value }) =>
    type === "TXT"
      ? `The TXT record at ${name} has another value than this one.`
      : `${name} leads to another place than ${value}.`,
  unanswered: ({ name }) => `No name server has answered for ${name}. Posthorn asks again.`,
};

function errorsOf(records: readonly DomainRecord[]): string[] {
  return records.flatMap((record) => SENTENCES[record.status]?.(record) ?? []);
}
