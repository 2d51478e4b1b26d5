/**
 * Does DNS show that an organization decides over a mail domain?
 *
 * A TXT record below the domain has a value that only this organization was given. Who can write it also decides where the
 * domain's mail goes. As with custom domains, nothing of what DNS says goes to the claimant except whether it is right.
 */
import { mailDomainRecordName } from "@posthorn/contract/hostnames";
import type { DnsRecords } from "../outbound/dns-records.ts";
import type { Finding } from "../store/custom-domains.ts";
import { findText } from "./look-at-domain.ts";

export function lookAtMailDomain(
  dns: Pick<DnsRecords, "textsOf">,
  { domain, txt_value }: { domain: string; txt_value: string },
): Promise<Finding> {
  return findText(dns, mailDomainRecordName(domain), txt_value);
}
