/**
 * What can be done to a connection, what does it look like at once, and what is said afterwards?
 *
 * Texts are the product's own, word for word: a failed unpause or disable says 'Failed to enable connection' too.
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
  /** The state that is shown before the server has answered. */
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

/** What a menu offers for a connection as it is now, in its order. A disabled connection has nothing to pause. */
export function changesFor(connection: Pick<Connection, "paused_at" | "disabled_at">): ConnectionChange[] {
  const status = statusOf(connection);
  if (status === "Disabled") return ["enable"];
  return [status === "Paused" ? "unpause" : "pause", connection.disabled_at === null ? "disable" : "enable"];
}

/** A list with one connection replaced; the very same list when it does not hold it. */
export function withConnection<List extends { models: readonly Connection[] }>(
  list: List,
  connection: Connection,
): List {
  if (!list.models.some(({ id }) => id === connection.id)) return list;
  return { ...list, models: list.models.map((model) => (model.id === connection.id ? connection : model)) };
}
