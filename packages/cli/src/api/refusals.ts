/** What does a person read, and what can they do, when the server refuses a call or is silent? */
import type { ErrorReply } from "@posthorn/contract/errors";
import { Failure } from "../failure.ts";
import { printable } from "../output/printable.ts";
import type { Settings } from "../settings/settings.ts";

export interface Refused {
  status: number;
  /** Absent: it was not our server that answered, or not in our words. */
  reply?: ErrorReply;
  retryAfter: string | null;
  /** A key that the person has just brought, and that is in no profile yet. */
  isBroughtKey?: boolean;
}

export function refusalOf(
  { status, reply, retryAfter, isBroughtKey }: Refused,
  { url, keyFrom, profileName }: Pick<Settings, "url" | "keyFrom" | "profileName">,
): Failure {
  const said = reply ? printable(reply.message) : undefined;
  if (status === 401 && isBroughtKey)
    return new Failure(`${url} does not accept the key that you have given.`, {
      why: "It has ended or was revoked, it belongs to another Posthorn, or it was copied wrong.",
      todo: "Nothing was stored. The dashboard shows keys on its page Settings > Secrets; or sign in with a click: posthorn login.",
      exit: "refused",
    });
  if (status === 401)
    return new Failure(
      `${url} does not accept the key of ${keyFrom === "environment" ? "POSTHORN_API_KEY" : `the profile "${profileName}"`}.`,
      {
        why: "It has ended or was revoked, it belongs to another Posthorn, or it was copied wrong.",
        todo:
          keyFrom === "environment"
            ? "Set POSTHORN_API_KEY to a key of the dashboard's page Settings > Secrets, or unset it and sign in: posthorn login."
            : "Sign in again: posthorn login.",
        exit: "refused",
      },
    );
  if (!reply)
    return new Failure(`${url} answered ${status}, but not as Posthorn does.`, {
      why: "The address may belong to another program, or a proxy answered in its place.",
      todo: "Check the address: --url, or POSTHORN_URL.",
      exit: status >= 500 ? "unreachable" : "failed",
    });
  if (status === 403)
    return new Failure(said ?? "", {
      why: "Your key is known, but this is not open to it.",
      todo: "posthorn whoami shows whose key it is, and in which project it acts.",
      exit: "refused",
    });
  if (status === 404 || status === 410)
    return new Failure(said ?? "", {
      why: detailsOf(reply) ?? "It is not in this project, or not any more.",
      todo: "Check the name or id, and the project: posthorn whoami.",
      exit: "notFound",
    });
  if (status === 429)
    return new Failure(said ?? "", {
      todo: `Try again ${retryAfter === null ? "in a minute" : `in ${printable(retryAfter)} s`}.`,
      retryAfterMs: 1000 * (Number(retryAfter ?? "") || 60),
    });
  if (status >= 500)
    return new Failure(`${url} could not do it: ${said}.`, {
      why:
        status === 503
          ? "Its database does not answer, or it is starting or stopping."
          : "It is a mistake of the server; its log has the details.",
      todo: "Try again in a moment.",
      exit: "unreachable",
    });
  return new Failure(said ?? "", { ...(detailsOf(reply) !== undefined && { why: detailsOf(reply) ?? "" }) });
}

/** The complaints of the server beside its message. */
function detailsOf({ data, message }: ErrorReply): string | undefined {
  const texts = Array.isArray(data) ? data.filter((text): text is string => typeof text === "string") : [];
  const others = texts.filter((text) => text !== message);
  return others.length > 0 ? others.map(printable).join("\n") : undefined;
}

const WHY_SILENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there.",
  ECONNRESET: "The connection was cut.",
  ENOTFOUND: "There is no such host.",
  EAI_AGAIN: "Its name cannot be looked up at the moment.",
  EHOSTUNREACH: "There is no way to that host.",
  ENETUNREACH: "There is no way to that network.",
  ETIMEDOUT: "It did not answer in time.",
  UND_ERR_CONNECT_TIMEOUT: "It did not answer in time.",
  UND_ERR_SOCKET: "The connection was cut.",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "Its certificate is self-signed. NODE_EXTRA_CA_CERTS names a file with certificates to trust.",
  SELF_SIGNED_CERT_IN_CHAIN:
    "Its certificate is self-signed. NODE_EXTRA_CA_CERTS names a file with certificates to trust.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "Its certificate is of an authority that this machine does not know. NODE_EXTRA_CA_CERTS names a file with certificates to trust.",
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name.",
};

export function unreachable(url: string, cause: unknown): Failure {
  return new Failure(`Posthorn at ${url} does not answer.`, {
    why: whyOf(cause),
    todo: "Is it running (npx posthorn start), and is this its address? Another one: --url URL, or POSTHORN_URL.",
    exit: "unreachable",
    cause,
  });
}

/** fetch hides the reason in the cause, and behind several addresses in a list of causes. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "It did not answer in time.";
  const reasons = error.cause instanceof AggregateError ? error.cause.errors : [error.cause];
  for (const reason of reasons as unknown[]) {
    const code = reason instanceof Error && "code" in reason ? String(reason.code) : "";
    const known = WHY_SILENT[code];
    if (known !== undefined) return known;
  }
  const [first] = reasons as unknown[];
  return `${first instanceof Error ? first.message : error.message}.`;
}
