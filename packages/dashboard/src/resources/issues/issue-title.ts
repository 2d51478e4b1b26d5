/**
 * What is wrong, in one line? `orders-api answered 503`, `normalize-order logged fatal: sku is undefined`.
 *
 * The name of the subject comes in, because it has to be looked up. The words of an error code are those that a failed
 * event shows (contract/src/delivery-failures.ts).
 */
import type { DeliveryErrorCode } from "@posthorn/contract/causes";
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

/** Codes for which a short sentence says more than the code alone. */
const SHORT: Partial<Record<DeliveryErrorCode, string>> = {
  TIMEOUT: "did not answer in time",
  CONNECTION_REFUSED: "refused the connection",
  CONNECTION_RESET: "reset the connection",
  DNS_LOOKUP_FAILED: "has a host name that cannot be resolved",
  HOST_UNREACHABLE: "cannot be reached",
  NETWORK_UNREACHABLE: "cannot be reached",
  SSL_CERT_EXPIRED: "has an expired certificate",
  TOO_MANY_REDIRECTS: "redirects too often",
  BAD_RESPONSE: "answered with something that is not HTTP",
};

function deliveryTitle({ aggregation_keys }: IssueOf<"delivery">, destination: string): string {
  const [status] = aggregation_keys.response_status;
  if (status !== undefined) return `${destination} answered ${namedStatus(status)}`;
  const [code] = aggregation_keys.error_code;
  if (code === undefined) return `${destination} got a delivery that failed`;
  return `${destination} ${SHORT[code] ?? "could not be delivered to"} (${code})`;
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
