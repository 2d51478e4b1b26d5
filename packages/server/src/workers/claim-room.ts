/**
 * Where is there room for events that wait in the database?
 *
 * Claims ask here before they take anything. The answer follows from what this process knows at the moment: the routing
 * table, the limiters it owns, and how full the ready queue is. Nothing here changes any of them.
 */
import type { WaitingLine } from "../pipeline/schedule/claim-turns.ts";
import type { Pacing } from "../pipeline/schedule/pacing.ts";
import type { ReadyQueue } from "../pipeline/schedule/ready-queue.ts";
import type { ConnectionRoute, DestinationRoute } from "../pipeline/source-route.ts";

interface KnownConnection extends Pick<ConnectionRoute, "teamKey"> {
  destination: Pick<DestinationRoute, "key" | "type" | "groups">;
}

export interface ClaimRoomDeps {
  /** The part of the routing table that is needed here. */
  routing: { byConnection: (connectionKey: string) => KnownConnection | undefined };
  pacing: Pick<Pacing, "gateOf" | "standingOf" | "groupRoom">;
  ready: Pick<ReadyQueue, "room" | "waitingByGroup">;
}

export interface ClaimRoom {
  /** A connection that the routing table does not know counts as a destination of its own. */
  destinationOf: (connectionKey: string) => string;
  isToCli: (connectionKey: string) => boolean;
  hasGroups: (connectionKey: string) => boolean;
  /** Returns whether only another process may send to this connection's destination now. */
  isPacedElsewhere: (connectionKey: string) => boolean;
  /** How many more events of the line fit into memory. Events for CLIs are claimed by session (cli-events.ts): 0. */
  room: (line: Pick<WaitingLine, "connectionKey"> & { destinationKey: string }) => number;
  /** Called once a round; the function it returns says how many more events of a group fit. */
  groupRooms: () => (destinationKey: string, group: string) => number;
}

export function createClaimRoom({ routing, pacing, ready }: ClaimRoomDeps): ClaimRoom {
  const destinationOf = (connectionKey: string) =>
    routing.byConnection(connectionKey)?.destination.key ?? connectionKey;
  const isToCli = (connectionKey: string) => routing.byConnection(connectionKey)?.destination.type === "CLI";

  return {
    destinationOf,
    isToCli,
    hasGroups: (connectionKey) => (routing.byConnection(connectionKey)?.destination.groups ?? null) !== null,
    isPacedElsewhere(connectionKey) {
      const gate = pacing.gateOf(destinationOf(connectionKey));
      return gate !== null && pacing.standingOf(gate) !== "ours";
    },
    room({ connectionKey, destinationKey }) {
      if (isToCli(connectionKey)) return 0;
      return ready.room(destinationKey, routing.byConnection(connectionKey)?.teamKey ?? "");
    },
    groupRooms() {
      const nowMs = performance.now();
      const waiting = new Map<string, ReadonlyMap<string, number>>();
      return (destinationKey, group) => {
        const gate = pacing.gateOf(destinationKey);
        if (!gate) return Number.POSITIVE_INFINITY;
        const byGroup = waiting.get(destinationKey) ?? ready.waitingByGroup(destinationKey);
        waiting.set(destinationKey, byGroup);
        return pacing.groupRoom(gate, group, byGroup.get(group) ?? 0, nowMs);
      };
    },
  };
}
