/** Which hue does each event status have? Said once, for badges, callouts and whatever counts events. */
import type { EventStatus } from "@posthorn/contract/causes";
import type { Tone } from "../../ui/status-badge.tsx";

export const EVENT_STATUS_TONES: Record<EventStatus, Tone> = {
  SUCCESSFUL: "ok",
  FAILED: "bad",
  QUEUED: "wait",
  HOLD: "hold",
  SCHEDULED: "late",
  CANCELLED: "off",
};
