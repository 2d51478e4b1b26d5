/**
 * Which way did an event go? Answers the trace of one event from its rows.
 *
 * An event exists, so every rule let it pass. If the connection was edited later, its rules of today may not be those
 * that acted, and the trace has only what a row proves: the execution of a transformation.
 */
import { type EventTrace, getEventTrace, type TraceRule } from "@posthorn/contract/event-trace";
import { attemptId, internalId, publicId } from "@posthorn/contract/ids";
import { FILTER_PARTS, type Rule } from "@posthorn/contract/rules";
import { createdAt, requestIdOfEvent } from "../../ids.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { readEventTrace, type TracedAttempt, type TracedEvent } from "./event-trace.sql.ts";

function transformOf(event: TracedEvent): TraceRule[] {
  if (event.transformation_id === null) return [];
  return [
    {
      type: "transform",
      transformation_id: publicId("transformation", event.transformation_id),
      transformation_name: event.transformation_name,
      execution_id: event.execution_id && publicId("execution", event.execution_id),
      log_level: event.log_level,
    },
  ];
}

/** A retry rule is missing: it acts after an attempt, and the attempts show what it did. */
function passed(rule: Rule, event: TracedEvent): TraceRule[] {
  if (rule.type === "deduplicate") return [{ type: rule.type, window: rule.window }];
  if (rule.type === "transform") return transformOf(event);
  if (rule.type === "filter")
    return [{ type: rule.type, parts: FILTER_PARTS.filter((part) => rule[part] != null) }];
  return rule.type === "delay" && rule.delay > 0 ? [{ type: rule.type, delay: rule.delay }] : [];
}

/** The delay acts last, wherever it stands in the list. */
function passedRules(event: TracedEvent, isEdited: boolean): TraceRule[] {
  if (isEdited) return event.execution_id === null ? [] : transformOf(event);
  const rules = event.rules.flatMap((rule) => passed(rule, event));
  return [...rules.filter(({ type }) => type !== "delay"), ...rules.filter(({ type }) => type === "delay")];
}

function traceView({ event, attempts }: { event: TracedEvent; attempts: TracedAttempt[] }): EventTrace {
  const received_at = createdAt(event.id);
  const isEdited = event.edited_at !== null && event.edited_at > received_at;
  return {
    event_id: publicId("event", event.id),
    request_id: publicId("request", requestIdOfEvent(event.id)),
    received_at,
    source: { id: publicId("source", event.source_id), name: event.source_name },
    destination: {
      id: publicId("destination", event.destination_id),
      name: event.destination_name,
      type: event.destination_type,
    },
    connection: {
      id: publicId("connection", event.webhook_id),
      deleted_at: event.deleted_at,
      paused_at: event.paused_at,
    },
    rules: passedRules(event, isEdited),
    rules_edited_at: isEdited ? event.edited_at : null,
    status: event.status,
    updated_at: event.updated_at,
    next_attempt_at: event.next_attempt_at,
    attempts_count: event.attempts,
    attempts: attempts.map(({ responded_at, ...attempt }) => ({
      id: attemptId(event.id, attempt.attempt_number),
      ...attempt,
      ended_at: responded_at,
    })),
  };
}

export function serveEventTraces(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  serve(getEventTrace, async ({ team_id, id }) => {
    const uuid = internalId("event", id);
    const trace = uuid && (await readEventTrace(db, team_id, uuid));
    if (!trace) throw notFound(id);
    return traceView(trace);
  });
}
