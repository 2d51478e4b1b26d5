/** The level of an execution as icon and word. Only what needs attention has a colour. */
import type { LogLevel } from "@posthorn/contract/causes";
import { TriangleAlert } from "lucide-react";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";

export const LOG_LEVEL_LABELS: Record<LogLevel, string> = {
  debug: "Debug",
  info: "Info",
  warn: "Warning",
  error: "Error",
  fatal: "Fatal",
};

export const LOG_LEVEL_TONES: Record<LogLevel, Tone> = {
  debug: "off",
  info: "ok",
  warn: "hold",
  error: "bad",
  fatal: "bad",
};

export function LogLevelBadge({ level }: { level: LogLevel }) {
  return (
    <StatusBadge tone={LOG_LEVEL_TONES[level]} {...(level === "warn" && { icon: TriangleAlert })}>
      {LOG_LEVEL_LABELS[level]}
    </StatusBadge>
  );
}
