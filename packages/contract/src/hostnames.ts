/**
 * Which text names a host that a project may claim as its own domain?
 *
 * Pure: the form asks before it sends, and the server asks again. The answer is the name as DNS has it: small letters,
 * without the dot at the end, and other scripts in their ASCII form.
 */
import { DOMAIN_NAME_MAX_CHARACTERS } from "./limits.ts";

/** The TXT record of a domain has its name below the domain. A name of its own leaves those of other services alone. */
export const CHALLENGE_LABEL = "_posthorn-challenge";

/** What a URL parser would take for something else than a part of a name. */
const NOT_OF_A_NAME = /[\s/\\:@?#%[\]_*]/u;
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;
/** A number or a hexadecimal number at the end is an address. */
const TOP = /^(?=.*[a-z])(?!0x)[a-z\d-]{2,}$/;
/** No name server of the internet answers for these. */
const NOT_IN_DNS: ReadonlySet<string> = new Set(["localhost", "local", "invalid", "onion", "arpa"]);
/** A name, a domain, and what it is registered under. */
const HOSTNAME_LEAST_LABELS = 3;
/** A domain, and what it is registered under. */
const MAIL_DOMAIN_LEAST_LABELS = 2;

/** Null: it is no host name with a subdomain. */
export function hostnameOf(text: string): string | null {
  return nameOf(text, HOSTNAME_LEAST_LABELS);
}

/** A domain of mail addresses. Null: it is none. */
export function mailDomainOf(text: string): string | null {
  return nameOf(text.trim().replace(/^@/, ""), MAIL_DOMAIN_LEAST_LABELS);
}

/** The domain of an address that is valid, in small letters. */
export function domainOfAddress(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}

function nameOf(text: string, leastLabels: number): string | null {
  const name = text.trim().replace(/\.$/, "");
  if (name === "" || NOT_OF_A_NAME.test(name) || !URL.canParse(`http://${name}/`)) return null;
  const { hostname } = new URL(`http://${name}/`);
  const labels = hostname.split(".");
  const top = labels.at(-1) ?? "";
  const isName =
    labels.length >= leastLabels &&
    labels.every((label) => LABEL.test(label)) &&
    TOP.test(top) &&
    !NOT_IN_DNS.has(top) &&
    challengeName(hostname).length <= DOMAIN_NAME_MAX_CHARACTERS;
  return isName ? hostname : null;
}

/** Where the TXT record of a domain is. */
export function challengeName(hostname: string): string {
  return `${CHALLENGE_LABEL}.${hostname}`;
}

/** Where the TXT record of a mail domain is. */
export function mailDomainRecordName(domain: string): string {
  return `_posthorn.${domain}`;
}
