/** Issues for component tests, as the server would send them. */
import type { Issue } from "@posthorn/contract/issues";

const AT = "2026-11-14T14:00:00.000Z";

type IssueOf<Type extends Issue["type"]> = Extract<Issue, { type: Type }>;

export function issueId(number: number): string {
  return `iss_${String(number).padStart(22, "0")}`;
}

function common(number: number) {
  return {
    id: issueId(number),
    team_id: "tm_1",
    status: "OPENED" as const,
    opened_at: AT,
    first_seen_at: AT,
    last_seen_at: "2026-11-15T14:31:58.000Z",
    last_updated_by: null,
    dismissed_at: null,
    auto_resolved_at: null,
    merged_with: null,
    issue_trigger_id: "it_0000000000000000000001",
    updated_at: AT,
    created_at: `2026-11-14T14:00:${String(number % 60).padStart(2, "0")}.000Z`,
  };
}

export function aDeliveryIssue(
  number: number,
  change: Partial<IssueOf<"delivery">> = {},
): IssueOf<"delivery"> {
  return {
    ...common(number),
    type: "delivery",
    aggregation_keys: {
      webhook_id: [`web_${"1".padStart(22, "0")}`],
      response_status: [503],
      error_code: [],
    },
    reference: { event_id: null, attempt_id: null },
    data: { trigger_event: null, trigger_attempt: null },
    ...change,
  };
}

export function aTransformationIssue(
  number: number,
  change: Partial<IssueOf<"transformation">> = {},
): IssueOf<"transformation"> {
  return {
    ...common(number),
    type: "transformation",
    aggregation_keys: { transformation_id: [`trs_${"1".padStart(22, "0")}`], log_level: ["fatal"] },
    reference: { transformation_execution_id: null },
    data: { transformation_execution: null },
    ...change,
  };
}

export function aBackpressureIssue(
  number: number,
  change: Partial<IssueOf<"backpressure">> = {},
): IssueOf<"backpressure"> {
  return {
    ...common(number),
    type: "backpressure",
    aggregation_keys: { destination_id: [`des_${"1".padStart(22, "0")}`], delay: [600_000] },
    reference: { destination_id: `des_${"1".padStart(22, "0")}` },
    data: { destination: null },
    ...change,
  };
}

export function aRequestIssue(number: number, change: Partial<IssueOf<"request">> = {}): IssueOf<"request"> {
  return {
    ...common(number),
    type: "request",
    aggregation_keys: {
      source_id: [`src_${"1".padStart(25, "0")}`],
      rejection_cause: ["VERIFICATION_FAILED"],
    },
    reference: { request_id: null },
    ...change,
  };
}
