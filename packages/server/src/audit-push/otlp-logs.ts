/**
 * How do entries of the audit log become a push of OpenTelemetry?
 *
 * As the JSON that OTLP over HTTP carries, written by OpenTelemetry's own serializer. The body of a log record is the entry
 * as an export has it. `log.record.uid` is OpenTelemetry's own name for an id by which a receiver drops what it has already.
 * Loaded with the first push, because most organizations have none.
 */
import { SeverityNumber } from "@opentelemetry/api";
import { JsonLogsSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { WholeAuditEntry } from "@posthorn/contract/audit-log";
import * as z from "zod/mini";

type LogRecord = Parameters<typeof JsonLogsSerializer.serializeRequest>[0][number];

export interface OtlpLogs {
  /** Public. */
  organization_id: string;
  version: string;
  entries: readonly WholeAuditEntry[];
  atMs: number;
}

export function otlpLogs({ organization_id, version, entries, atMs }: OtlpLogs): Buffer {
  const origin = {
    resource: resourceFromAttributes({
      "service.name": "posthorn",
      "service.version": version,
      "posthorn.organization_id": organization_id,
    }),
    instrumentationScope: { name: "posthorn.audit", version },
  };
  const records = entries.map((entry) => ({ ...recordOf(entry), ...origin, hrTimeObserved: hrTime(atMs) }));
  return Buffer.from(JsonLogsSerializer.serializeRequest(records) ?? []);
}

/** JSON has 64-bit numbers as text. */
const PartialSuccess = z.object({
  partialSuccess: z.object({ rejectedLogRecords: z.union([z.string(), z.number()]) }),
});

/** How many records the receiver threw away, of an answer with status 200. An answer that cannot be read threw none away. */
export function refusedRecords(answer: Uint8Array): number {
  const read = PartialSuccess.safeParse(JsonLogsSerializer.deserializeResponse(answer));
  const refused = read.success ? Number(read.data.partialSuccess.rejectedLogRecords) : 0;
  return Number.isSafeInteger(refused) && refused > 0 ? refused : 0;
}

function recordOf(
  entry: WholeAuditEntry,
): Omit<LogRecord, "resource" | "instrumentationScope" | "hrTimeObserved"> {
  const { id, created_at, action, subject, project, by, address } = entry;
  return {
    hrTime: hrTime(Date.parse(created_at)),
    severityNumber: SeverityNumber.INFO,
    severityText: "INFO",
    eventName: "posthorn.audit_entry",
    body: JSON.stringify(entry),
    attributes: {
      "log.record.uid": id,
      "posthorn.action": action,
      "posthorn.subject.type": subject.type,
      "posthorn.subject.id": subject.id,
      "posthorn.by.kind": by.kind,
      ...(by.id !== null && { "posthorn.by.id": by.id }),
      ...(project !== null && { "posthorn.project_id": project.id }),
      ...(address !== null && { "client.address": address }),
    },
    droppedAttributesCount: 0,
  };
}

function hrTime(ms: number): [number, number] {
  return [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];
}
