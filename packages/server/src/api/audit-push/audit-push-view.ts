/** How does the push of an audit log look from outside? Without the values of headers and the query of its URL. */
import type { AuditPush } from "@posthorn/contract/audit-push";
import { publicId } from "@posthorn/contract/ids";
import { AuditReceiver } from "../../audit-push/receiver.ts";
import { createdAt } from "../../ids.ts";
import {
  auditPushPlace,
  type AuditPushPlace,
  type AuditPushRow,
  type OfferedSource,
  type WaitingEntries,
} from "../../store/audit-pushes.ts";
import type { Sealer } from "../../store/seal.ts";

/** Null: its entries go into a source. Throws if the seal does not open. */
export function openReceiver(
  sealer: Pick<Sealer, "open">,
  { organization_id, configs }: AuditPushPlace,
): AuditReceiver | null {
  if (configs === null) return null;
  const opened = sealer.open(configs, "audit_pushes.configs", auditPushPlace(organization_id));
  return AuditReceiver.parse(JSON.parse(opened));
}

export function offeredSourceView({ id, name, team_id, project_name }: OfferedSource) {
  return {
    id: publicId("source", id),
    name,
    project: { id: publicId("project", team_id), name: project_name },
  };
}

export function auditPushView(
  row: AuditPushRow & WaitingEntries,
  source: OfferedSource | null,
  receiver: AuditReceiver | null,
): AuditPush {
  const { is_paused, waiting, oldest_id, pushed_at, error, failed_at, next_push_at } = row;
  return {
    target:
      row.source_id === null
        ? { type: "otlp", url: row.address ?? "", header_names: Object.keys(receiver?.headers ?? {}) }
        : { type: "source", source: source && offeredSourceView(source) },
    is_paused,
    waiting,
    oldest_at: oldest_id && createdAt(oldest_id),
    pushed_at,
    error,
    failed_at,
    next_push_at: error === null ? null : next_push_at,
    lost: row.lost_count,
    refused: row.refused_count,
  };
}
