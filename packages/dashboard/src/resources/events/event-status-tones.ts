/** Which colour does each event status have? For badges, callouts and anything else that shows a status. */
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
