/**
 * What can a person do about an order that failed?
 *
 * Pure: turns what the authority says, or why it could not be asked, into one of a few problems. People get sentences
 * about them (api/custom-domains/certificate-findings.ts).
 */
import type { AuthorityProblem } from "../outbound/acme.ts";
import type { AcmeChallenge, CertificateProblem } from "../store/certificates.ts";

const DETAIL_MAX_CHARACTERS = 300;

/** Of these, the authority could not find or read the proof. */
const NOT_PROVEN: ReadonlySet<string> = new Set([
  "connection",
  "dns",
  "incorrectResponse",
  "tls",
  "unauthorized",
]);
/** These are about the account or the software, whatever the name is. */
const OF_THE_OPERATOR: ReadonlySet<string> = new Set([
  "accountDoesNotExist",
  "badCSR",
  "badPublicKey",
  "badSignatureAlgorithm",
  "externalAccountRequired",
  "invalidContact",
  "malformed",
  "unsupportedContact",
  "userActionRequired",
]);

/** Why the authority did not accept a proof. Null: it gave no reason. */
export function problemOfProof(problem: AuthorityProblem | null, kind: AcmeChallenge): CertificateProblem {
  if (problem === null || NOT_PROVEN.has(problem.type))
    return kind === "http-01" ? "file_not_found" : "record_not_found";
  return problemOfRefusal(problem, 400);
}

/** Why the authority refused a call. */
export function problemOfRefusal({ type }: AuthorityProblem, status: number): CertificateProblem {
  if (type === "rateLimited" || status === 429) return "rate_limited";
  if (type === "caa") return "forbidden_by_caa";
  if (type === "serverInternal" || status >= 500) return "unreachable";
  // A call that is not authorized is about the account: proofs are judged elsewhere.
  if (OF_THE_OPERATOR.has(type) || status === 401 || type === "unauthorized") return "operator";
  return "refused";
}

/** One line of a length that a page can show. */
export function shortDetail(detail: string | null | undefined): string | null {
  const line = (detail ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line === "") return null;
  return line.length <= DETAIL_MAX_CHARACTERS ? line : `${line.slice(0, DETAIL_MAX_CHARACTERS - 1)}…`;
}
