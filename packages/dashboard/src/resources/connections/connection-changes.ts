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
import { statusOf } from "./connection-status.ts";

export type ConnectionChange = "pause" | "unpause" | "enable" | "disable";

interface ChangeDetails {
  endpoint: typeof pauseConnection;
  label: string;
  done: string;
  failed: string;
  /** The state to show before the server has answered. */
  apply: (connection: Connection, at: string) => Connection;
}

export const CONNECTION_CHANGES: Record<ConnectionChange, ChangeDetails> = {
  pause: {
    endpoint: pauseConnection,
    label: "Pause",
    done: "Connection paused",
    failed: "Failed to pause connection",
    apply: (connection, at) => ({ ...connection, paused_at: at }),
  },
  unpause: {
    endpoint: unpauseConnection,
    label: "Unpause",
    done: "Connection unpaused",
    failed: "Failed to enable connection",
    apply: (connection) => ({ ...connection, paused_at: null }),
  },
  enable: {
    endpoint: enableConnection,
    label: "Enable",
    done: "Connection enabled",
    failed: "Failed to enable connection",
    apply: (connection) => ({ ...connection, disabled_at: null }),
  },
  disable: {
    endpoint: disableConnection,
    label: "Disable",
    done: "Connection disabled",
    failed: "Failed to enable connection",
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
