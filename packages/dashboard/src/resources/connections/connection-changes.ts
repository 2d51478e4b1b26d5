/**
 * Which changes can a person make to a connection, how does it look at once, and which toast follows?
 *
 * The spec fixes the texts, word for word: a failed unpause or disable also says 'Failed to enable connection'.
 */
import {
  disableConnection,
  enableConnection,
  pauseConnection,
  unpauseConnection,
  type Connection,
} from "@posthorn/contract/connections";
import { DISABLE_CONNECTION_QUESTION } from "@posthorn/contract/question-texts";
import { statusOf } from "./connection-status.ts";

export type ConnectionChange = "pause" | "unpause" | "enable" | "disable";

interface ChangeDetails {
  endpoint: typeof pauseConnection;
  label: string;
  done: string;
  failed: string;
  /** What it does, in one sentence. */
  summary: string;
  /** Asked before the first time. Enabling asks nothing, because nothing gets lost. */
  question?: string;
  /** The state to show before the server has answered. */
  apply: (connection: Connection, at: string) => Connection;
}

export const CONNECTION_CHANGES: Record<ConnectionChange, ChangeDetails> = {
  pause: {
    endpoint: pauseConnection,
    label: "Pause",
    done: "Connection paused",
    failed: "Failed to pause connection",
    summary: "Holds new events. Requests are still accepted, and nothing is sent until you unpause it.",
    question:
      "By pausing this connection, new events are held: requests are still accepted, but nothing is sent until you unpause it. Are you sure?",
    apply: (connection, at) => ({ ...connection, paused_at: at }),
  },
  unpause: {
    endpoint: unpauseConnection,
    label: "Unpause",
    done: "Connection unpaused",
    failed: "Failed to enable connection",
    summary: "Sends all held events to the destination, then new ones as they come.",
    question: "By unpausing this connection, all held events are sent to the destination. Are you sure?",
    apply: (connection) => ({ ...connection, paused_at: null }),
  },
  enable: {
    endpoint: enableConnection,
    label: "Enable",
    done: "Connection enabled",
    failed: "Failed to enable connection",
    summary: "Makes and delivers events again. Its source and destination are enabled too.",
    apply: (connection) => ({ ...connection, disabled_at: null }),
  },
  disable: {
    endpoint: disableConnection,
    label: "Disable",
    done: "Connection disabled",
    failed: "Failed to enable connection",
    summary: "Stops delivery of existing events and ignores future ones.",
    question: DISABLE_CONNECTION_QUESTION,
    apply: (connection, at) => ({ ...connection, disabled_at: at }),
  },
};

/** The changes that a menu offers for a connection in its current state, in order. A disabled one cannot be paused. */
export function changesFor(connection: Pick<Connection, "paused_at" | "disabled_at">): ConnectionChange[] {
  const status = statusOf(connection);
  if (status === "Disabled") return ["enable"];
  return [status === "Paused" ? "unpause" : "pause", connection.disabled_at === null ? "disable" : "enable"];
}

/** Returns the list with one connection replaced, or the same object if the connection is not in it. */
export function withConnection<List extends { models: readonly Connection[] }>(
  list: List,
  connection: Connection,
): List {
  if (!list.models.some(({ id }) => id === connection.id)) return list;
  return { ...list, models: list.models.map((model) => (model.id === connection.id ? connection : model)) };
}
