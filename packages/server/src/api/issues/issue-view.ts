/** How does an issue look from outside? */
import {
  DELIVERY_ERROR_CODES,
  type IssueType,
  ISSUE_LOG_LEVELS,
  REJECTION_CAUSES,
} from "@posthorn/contract/causes";
import { attemptId, publicId } from "@posthorn/contract/ids";
import type { Issue } from "@posthorn/contract/issues";
import { createdAt } from "../../ids.ts";
import { destinationView } from "../../views/destination-view.ts";
import { attemptView } from "../attempts/attempt-view.ts";
import { eventView } from "../events/event-view.ts";
import { executionView } from "../transformations/transformation-view.ts";
import type { Examples } from "./examples.sql.ts";
import type { IssueRow } from "./issues.sql.ts";

function commonView(row: IssueRow) {
  return {
    id: publicId("issue", row.id),
    team_id: publicId("project", row.team_id),
    status: row.status,
    opened_at: row.opened_at,
    first_seen_at: row.first_seen_at,
    last_seen_at: row.last_seen_at,
    last_updated_by: row.last_updated_by,
    dismissed_at: row.dismissed_at,
    auto_resolved_at: row.auto_resolved_at,
    merged_with: null,
    issue_trigger_id: publicId("issue_trigger", row.issue_trigger_id),
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}

/** The value of a vocabulary that a key is; a list, because shipped clients expect lists. */
function among<const Words extends readonly string[]>(words: Words, key: string): Words[number][] {
  return words.filter((word) => word === key);
}

type View<Type extends IssueType> = (row: IssueRow, examples?: Examples) => Extract<Issue, { type: Type }>;

/** Without examples there is no `data`. What retention has deleted is null. */
const VIEWS: { readonly [Type in IssueType]: View<Type> } = {
  delivery(row, examples) {
    const { key, reference_id: event_id, reference_number: number } = row;
    const isStatus = /^\d+$/.test(key);
    const event = examples?.events.get(event_id ?? "");
    const attempt = examples?.attempts.get(event_id ?? "");
    return {
      ...commonView(row),
      type: "delivery",
      aggregation_keys: {
        webhook_id: [publicId("connection", row.subject_id)],
        response_status: isStatus ? [Number(key)] : [],
        error_code: among(DELIVERY_ERROR_CODES, key),
      },
      reference: {
        event_id: event_id && publicId("event", event_id),
        attempt_id: event_id && number !== null ? attemptId(event_id, number) : null,
      },
      ...(examples && {
        data: {
          trigger_event: event ? eventView(event) : null,
          trigger_attempt: attempt ? attemptView(attempt) : null,
        },
      }),
    };
  },
  transformation(row, examples) {
    const execution = examples?.executions.get(row.reference_id ?? "");
    return {
      ...commonView(row),
      type: "transformation",
      aggregation_keys: {
        transformation_id: [publicId("transformation", row.subject_id)],
        log_level: among(ISSUE_LOG_LEVELS, row.key),
      },
      reference: {
        transformation_execution_id: row.reference_id && publicId("execution", row.reference_id),
      },
      ...(examples && {
        data: { transformation_execution: execution ? executionView(execution) : null },
      }),
    };
  },
  backpressure(row, examples) {
    const destination_id = publicId("destination", row.subject_id);
    const destination = examples?.destinations.get(row.subject_id);
    return {
      ...commonView(row),
      type: "backpressure",
      aggregation_keys: { destination_id: [destination_id], delay: [Number(row.key)] },
      reference: { destination_id },
      ...(examples && { data: { destination: destination ? destinationView(destination) : null } }),
    };
  },
  request(row) {
    return {
      ...commonView(row),
      type: "request",
      aggregation_keys: {
        source_id: [publicId("source", row.subject_id)],
        rejection_cause: among(REJECTION_CAUSES, row.key),
      },
      reference: { request_id: row.reference_id && publicId("request", row.reference_id) },
    };
  },
};

export function issueView(row: IssueRow, examples?: Examples): Issue {
  return VIEWS[row.type](row, examples);
}
