/** How does the single sign-on of an organization look from outside? */
import { mailDomainRecordName } from "@posthorn/contract/hostnames";
import { publicId } from "@posthorn/contract/ids";
import type { SingleSignOn, SsoConnection, SsoDomain } from "@posthorn/contract/sso";
import { certificateOf } from "../../access/saml-certificate.ts";
import type { SsoUrls } from "../../access/sso-urls.ts";
import { createdAt } from "../../ids.ts";
import type { SsoConnectionRow } from "../../store/sso-connections.ts";
import type { CountedSsoDomain } from "../../store/sso-domains.ts";

interface Stored extends SsoUrls {
  connection: SsoConnectionRow | null;
  domains: readonly CountedSsoDomain[];
  counts: { covered: number; others: number };
}

export function ssoView({ redirect_url, entity_id, connection, domains, counts }: Stored): SingleSignOn {
  return {
    redirect_url,
    entity_id,
    connection: connection && connectionView(connection),
    domains: domains.map(ssoDomainView),
    covered_members: counts.covered,
    other_members: counts.others - counts.covered,
  };
}

function connectionView(row: SsoConnectionRow): SsoConnection {
  const { issuer, default_role, mode, mode_since } = row;
  const { tested_at: at, tested_email: email, tested_ms: duration_ms } = row;
  const isTested = at !== null && email !== null && duration_ms !== null;
  const tested = isTested ? { at, email, duration_ms } : null;
  const shared = { issuer, default_role, mode, mode_since, tested };
  if (row.kind === "oidc") return { kind: "oidc", client_id: row.client_id, ...shared };
  const certificates = row.certificates.map((pem) => {
    const { fingerprint, expires_at } = certificateOf(pem);
    return { pem, fingerprint, expires_at, is_tested: fingerprint === row.tested_certificate };
  });
  return { kind: "saml", sign_in_url: row.sign_in_url, certificates, ...shared };
}

export function ssoDomainView(row: CountedSsoDomain): SsoDomain {
  return {
    id: publicId("sso_domain", row.id),
    domain: row.domain,
    status: row.proven_at === null ? "pending" : "proven",
    record: { name: mailDomainRecordName(row.domain), value: row.txt_value },
    finding: row.finding ?? "unchecked",
    checked_at: row.checked_at,
    members: row.members,
    created_at: createdAt(row.id),
  };
}
