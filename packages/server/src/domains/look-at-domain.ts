/**
 * Are both records of a domain in DNS?
 *
 * The TXT record shows that the project which claims the name may decide over it. The other record leads the name to us:
 * a CNAME, over several names if need be. Some DNS providers answer with the addresses behind a CNAME instead; those must
 * be ours. Nothing that DNS says goes to the claimant except whether it is right: the name servers may be internal ones.
 */
import { challengeName } from "@posthorn/contract/hostnames";
import ipaddr from "ipaddr.js";
import type { DnsRecords } from "../outbound/dns-records.ts";
import type { Finding } from "../store/custom-domains.ts";

/** A chain of more names than this leads nowhere. */
const ALIASES_MOST = 8;

export interface Claim {
  hostname: string;
  txt_value: string;
}

export interface Findings {
  routing: Finding;
  ownership: Finding;
}

/** `target` is the name, or the address, to which domains must lead. */
export async function lookAtDomain(dns: DnsRecords, claim: Claim, target: string): Promise<Findings> {
  const [routing, ownership] = await Promise.all([
    findRouting(dns, claim.hostname, target),
    findText(dns, challengeName(claim.hostname), claim.txt_value),
  ]);
  return { routing, ownership };
}

/** Whether a name has this text among its TXT records. */
export async function findText(
  dns: Pick<DnsRecords, "textsOf">,
  name: string,
  value: string,
): Promise<Finding> {
  const texts = await dns.textsOf(name);
  if (texts === null) return "unanswered";
  if (texts.length === 0) return "missing";
  return texts.some((text) => text.trim() === value) ? "found" : "wrong";
}

async function findRouting(dns: DnsRecords, hostname: string, target: string): Promise<Finding> {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(target) || ipaddr.IPv6.isValid(target);
  if (!isAddress) {
    const led = await leadsTo(dns, hostname, target);
    if (led !== "wrong") return led;
  }
  const [own, ours] = await Promise.all([
    dns.addressesOf(hostname),
    isAddress ? [target] : dns.addressesOf(target),
  ]);
  if (own === null || ours === null) return "unanswered";
  if (own.length === 0) return "missing";
  return own.every((address) => ours.includes(address)) ? "found" : "wrong";
}

/** Wrong: no alias is the target. */
async function leadsTo(
  dns: DnsRecords,
  hostname: string,
  target: string,
): Promise<"found" | "wrong" | "unanswered"> {
  let name = hostname;
  for (let followed = 0; followed < ALIASES_MOST; followed++) {
    const aliases = await dns.aliasesOf(name);
    if (aliases === null) return "unanswered";
    const [alias] = aliases;
    if (alias === undefined) return "wrong";
    if (alias === target) return "found";
    name = alias;
  }
  return "wrong";
}
