/** How does a custom domain look from outside, and what does it say about records that are wrong? */
import type { CustomDomain, DomainRecord, RecordFinding } from "@posthorn/contract/custom-domains";
import { challengeName } from "@posthorn/contract/hostnames";
import { publicId } from "@posthorn/contract/ids";
import { CUSTOM_DOMAIN_CLAIM_DAYS, CUSTOM_DOMAIN_LOST_SHOWN_DAYS } from "@posthorn/contract/limits";
import ipaddr from "ipaddr.js";
import { createdAt } from "../../ids.ts";
import type { CustomDomainRow } from "../../store/custom-domains.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** `target` is the name, or the address, to which domains must lead. */
export function customDomainView(row: CustomDomainRow, target: string, nowMs: number): CustomDomain {
  const id = publicId("custom_domain", row.id);
  const name = challengeName(row.hostname);
  const value = row.txt_value;
  const isActive = row.active_since !== null;
  const status = isActive ? "active" : "pending";
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
      method: "proxy",
      status: isActive ? "active" : "initializing",
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
    verification_errors: isShownLost(row, nowMs) || !isActive ? errorsOf(records) : [],
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
