/**
 * What do people read about a certificate that did not come: what happened, why, and what to do?
 *
 * Pure. The authority's own words are in the text where they help whoever owns the name. What only the operator can
 * repair has no details here: they name the operator's machines, and are in the log.
 */
import type { AcmeChallenge, CertificateProblem } from "../../store/certificates.ts";
import type { SeenCertificate } from "../../store/custom-domains.ts";

/** A renewal has a third of the lifetime, so its first failures are nobody's business. */
const RENEWAL_FAILURES_SHOWN = 3;

type Finding = Pick<SeenCertificate, "problem" | "problem_detail" | "failures" | "is_in_force">;

export function certificateFindings(
  hostname: string,
  { problem, problem_detail, failures, is_in_force }: Finding,
  challenge: AcmeChallenge,
): string[] {
  if (problem === null || (is_in_force && failures < RENEWAL_FAILURES_SHOWN)) return [];
  const what = is_in_force
    ? `The certificate of ${hostname} could not be renewed; the old one still works.`
    : `There is no certificate for ${hostname} yet.`;
  const says =
    problem_detail === null || !SHOWN_DETAILS.has(problem) ? [] : [`The authority says: “${problem_detail}”`];
  return [what, WHY[problem](hostname, challenge), ...says];
}

/** The details of the others are about the operator's machines. */
const SHOWN_DETAILS: ReadonlySet<CertificateProblem> = new Set([
  "rate_limited",
  "file_not_found",
  "record_not_found",
  "forbidden_by_caa",
  "refused",
]);

const WHY: Readonly<Record<CertificateProblem, (hostname: string, challenge: AcmeChallenge) => string>> = {
  unreachable: () =>
    "The certificate authority does not answer. Posthorn asks again by itself; there is nothing that you can do.",
  rate_limited: () =>
    "The certificate authority gives out no more certificates for a while. Posthorn asks again when it may; until then, do not remove the domain and add it again.",
  file_not_found: (hostname) =>
    `The certificate authority could not read a file of Posthorn's at http://${hostname}/.well-known/acme-challenge/. Look for further A or AAAA records of this name that lead to another server, and for something between that answers on port 80. Posthorn tries again by itself.`,
  record_not_found: (hostname) =>
    `The certificate authority did not find the right TXT record at _acme-challenge.${hostname}. If there is a record that you did not add for Posthorn, or a CNAME, remove it. Posthorn tries again by itself.`,
  forbidden_by_caa: (hostname) =>
    `A CAA record of ${hostname}, or of the domain above it, does not allow this certificate authority. Add the authority there, or remove the record. Posthorn tries again by itself.`,
  refused: (hostname) =>
    `The certificate authority gives out no certificate for ${hostname}. If its words do not help you, ask whoever runs this Posthorn, or use another name.`,
  operator: () =>
    "Posthorn cannot order certificates as it is set up now. Tell whoever runs this Posthorn: the reason is in its log (certificate.failed).",
};
