/**
 * What is wrong, in one line? `orders-api answered 503`, `normalize-order logged fatal: sku is undefined`; and while it
 * lasts: `orders-api answers 503`.
 *
 * The name of the subject comes in, because it has to be looked up. The words of an error code are those that a failed
 * event shows (contract/src/delivery-failures.ts).
 */
import type { DeliveryErrorCode, IssueLogLevel } from "@posthorn/contract/causes";
import type { Issue } from "@posthorn/contract/issues";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { durationText } from "../../ui/form/duration.ts";
import { namedStatus } from "../events/http-status-names.ts";

type IssueOf<Type extends Issue["type"]> = Extract<Issue, { type: Type }>;

/** The thing that has the issue: its connection, transformation, destination or source. */
export function subjectIdOf(issue: Issue): string {
  switch (issue.type) {
    case "delivery":
      return issue.aggregation_keys.webhook_id[0] ?? "";
    case "transformation":
      return issue.aggregation_keys.transformation_id[0] ?? "";
    case "backpressure":
      return issue.aggregation_keys.destination_id[0] ?? "";
    case "request":
      return issue.aggregation_keys.source_id[0] ?? "";
  }
}

/** Codes for which a short sentence says more than the code alone: what the destination did, and does. */
const SHORT: Partial<Record<DeliveryErrorCode, readonly [did: string, does: string]>> = {
  TIMEOUT: ["did not answer in time", "does not answer in time"],
  CONNECTION_REFUSED: ["refused the connection", "refuses the connection"],
  CONNECTION_RESET: ["reset the connection", "resets the connection"],
  DNS_LOOKUP_FAILED: ["has a host name that cannot be resolved", "has a host name that cannot be resolved"],
  HOST_UNREACHABLE: ["cannot be reached", "cannot be reached"],
  NETWORK_UNREACHABLE: ["cannot be reached", "cannot be reached"],
  SSL_CERT_EXPIRED: ["has an expired certificate", "has an expired certificate"],
  TOO_MANY_REDIRECTS: ["redirects too often", "redirects too often"],
  BAD_RESPONSE: ["answered with something that is not HTTP", "answers with something that is not HTTP"],
};
const UNDELIVERED = ["could not be delivered to", "cannot be delivered to"] as const;

function deliveryTitle({ aggregation_keys }: IssueOf<"delivery">, destination: string): string {
  const [status] = aggregation_keys.response_status;
  if (status !== undefined) return `${destination} answered ${namedStatus(status)}`;
  const [code] = aggregation_keys.error_code;
  if (code === undefined) return `${destination} got a delivery that failed`;
  const [did] = SHORT[code] ?? UNDELIVERED;
  return `${destination} ${did} (${code})`;
}

function deliveryNow({ aggregation_keys }: IssueOf<"delivery">, destination: string): string {
  const [status] = aggregation_keys.response_status;
  if (status !== undefined) return `${destination} answers ${status}`;
  const [code] = aggregation_keys.error_code;
  if (code === undefined) return `Deliveries to ${destination} fail`;
  const [, does] = SHORT[code] ?? UNDELIVERED;
  return `${destination} ${does} (${code})`;
}

/** The last line of the level that made it an issue is what people search for. */
function transformationTitle({ aggregation_keys, data }: IssueOf<"transformation">, name: string): string {
  const [level] = aggregation_keys.log_level;
  const lines = data?.transformation_execution?.logs ?? [];
  const wanted = level === "warn" ? "warn" : "error";
  const line = lines.findLast(({ type }) => type === wanted)?.message.split("\n", 1)[0];
  return `${name} logged ${level ?? "a problem"}${line === undefined || line === "" ? "" : `: ${line}`}`;
}

/** `name`: how the destination of a connection, or the subject itself, is called. */
export function issueTitle(issue: Issue, name: string): string {
  switch (issue.type) {
    case "delivery":
      return deliveryTitle(issue, name);
    case "transformation":
      return transformationTitle(issue, name);
    case "backpressure":
      return `${name} backlog takes over ${durationText(issue.aggregation_keys.delay[0] ?? 0)} to clear`;
    case "request": {
      const [cause] = issue.aggregation_keys.rejection_cause;
      return `${name} rejects requests${cause === undefined ? "" : `: ${REJECTION_CAUSE_LABELS[cause]}`}`;
    }
  }
}

const LOGS: Record<IssueLogLevel, string> = {
  warn: "logs warnings",
  error: "logs errors",
  fatal: "fails",
};

/** The same as long as it lasts, so that `since` can follow. `name` as for `issueTitle`. */
export function issueNow(issue: Issue, name: string): string {
  switch (issue.type) {
    case "delivery":
      return deliveryNow(issue, name);
    case "transformation":
      return `${name} ${LOGS[issue.aggregation_keys.log_level[0] ?? "error"]}`;
    case "backpressure":
      return `${name} has a backlog`;
    case "request":
      return issueTitle(issue, name);
  }
}
