/** In which words does the page say where the log goes, and whether it arrives? */
import type { AuditPush } from "@posthorn/contract/audit-push";
import { countText } from "../../ui/count.ts";

export function placeText({ target }: Pick<AuditPush, "target">): string {
  if (target.type === "otlp") return target.url;
  return target.source === null ? "a source that is gone" : sourceText(target.source);
}

export function sourceText({ name, project }: { name: string; project: { name: string } }): string {
  return `${name} in ${project.name}`;
}

export function waitingText(waiting: number): string {
  if (waiting === 0) return "No entry waits";
  return waiting === 1 ? "1 entry waits" : `${countText(waiting)} entries wait`;
}

/** What did not arrive and never will; null if all did. */
export function lossText({ lost, refused }: Pick<AuditPush, "lost" | "refused">): string | null {
  const parts = [
    lost > 0 && `${entriesText(lost)} left the log by age before the push.`,
    refused > 0 &&
      `${entriesText(refused)} reached the receiver, which threw ${refused === 1 ? "it" : "them"} away.`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" ") : null;
}

function entriesText(count: number): string {
  return count === 1 ? "1 entry" : `${countText(count)} entries`;
}
