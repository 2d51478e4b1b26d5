import { expect, test } from "vitest";
import type { Delivery } from "../pipeline/delivery.ts";
import { paceOf } from "../pipeline/schedule/limiter.ts";
import { type DestinationLimit, createPacing } from "../pipeline/schedule/pacing.ts";
import { READY_LIMITS, createReadyQueue } from "../pipeline/schedule/ready-queue.ts";
import { type ClaimRoomDeps, createClaimRoom } from "./claim-room.ts";

const TEAM = "00000000-0000-0000-0000-000000000000";
const FRESH = { wait_ms: 0, was_abandoned: false, groups: [] };
type Connection = NonNullable<ReturnType<ClaimRoomDeps["routing"]["byConnection"]>>;

const connection = (key: string, destination: Partial<Connection["destination"]> = {}): Connection => ({
  teamKey: TEAM,
  destination: { key, type: "HTTP", groups: null, ...destination },
});

/** Real limiters and a real ready queue on whose wire nothing ever ends. */
function roomOf(
  connections: Record<string, Connection>,
  limits: Record<string, Partial<DestinationLimit>> = {},
) {
  const none: DestinationLimit = {
    teamKey: TEAM,
    rate_limit: null,
    rate_limit_period: "second",
    max_events_per_second: null,
    groupPace: null,
  };
  const pacing = createPacing({
    limits: () => new Map(Object.entries(limits).map(([key, limit]) => [key, { ...none, ...limit }])),
    isHeard: () => true,
    rareSlotUsed: () => undefined,
    rareGroupSlotUsed: () => undefined,
  });
  pacing.refresh();
  const ready = createReadyQueue({
    limits: { ...READY_LIMITS, eventsPerDestination: 10 },
    pacing,
    send: () => new Promise(() => undefined),
    isWanted: () => true,
    giveBack: () => undefined,
    hasRoom: () => undefined,
  });
  const takeAll = () => pacing.wanted().forEach((limiter) => pacing.taken(limiter, FRESH, 0));
  return {
    pacing,
    ready,
    takeAll,
    ...createClaimRoom({ routing: { byConnection: (key) => connections[key] }, pacing, ready }),
  };
}

function deliveryTo(destinationKey: string, group: string): Delivery {
  const id = Buffer.alloc(16);
  const payload = { method: "POST", path: "/", query: null, headers: [], client_ip: null, body: null };
  return {
    team: id,
    id,
    request: id,
    connection: id,
    connectionKey: "orders",
    destinationKey,
    cliSession: null,
    group,
    attempt_number: 1,
    trigger: "INITIAL",
    retries: 0,
    createdAtMs: 0,
    verified: null,
    isClaimed: true,
    payload,
  };
}

test("an event of a connection that memory does not know is claimed, as if it had a destination of its own", () => {
  const { destinationOf, room, isToCli, hasGroups } = roomOf({});

  expect(destinationOf("unknown")).toBe("unknown");
  expect(room({ connectionKey: "unknown", destinationKey: "unknown" })).toBeGreaterThan(0);
  expect([isToCli("unknown"), hasGroups("unknown")]).toEqual([false, false]);
});

test("two connections to one destination share its room", () => {
  const { destinationOf, room, ready } = roomOf({ a: connection("shop"), b: connection("shop") });
  const left = () => room({ connectionKey: "b", destinationKey: destinationOf("b") });
  const before = left();

  ready.reserve(destinationOf("a"), TEAM, 0);

  expect(left()).toBe(before - 1);
});

test("events for a CLI are never claimed by connection", () => {
  const { room, isToCli } = roomOf({ listener: connection("laptop", { type: "CLI" }) });

  expect(isToCli("listener")).toBe(true);
  expect(room({ connectionKey: "listener", destinationKey: "laptop" })).toBe(0);
});

test("a limited destination is paced elsewhere until this process owns its limiter", () => {
  const { isPacedElsewhere, takeAll } = roomOf(
    { free: connection("open"), slow: connection("limited") },
    { open: {}, limited: { rate_limit: 5 } },
  );
  expect([isPacedElsewhere("free"), isPacedElsewhere("slow")]).toEqual([false, true]);

  takeAll();

  expect(isPacedElsewhere("slow")).toBe(false);
});

test("a group without a gate is not limited, and one with a gate gets what it may send soon", () => {
  const { groupRooms, takeAll, ready } = roomOf(
    { orders: connection("shop") },
    { shop: { groupPace: () => paceOf(2, 1_000) } },
  );
  takeAll();
  expect(groupRooms()("elsewhere", "a")).toBe(Number.POSITIVE_INFINITY);
  const before = groupRooms()("shop", "a");

  ready.admit(deliveryTo("shop", "a"));
  ready.admit(deliveryTo("shop", "a"));

  expect(groupRooms()("shop", "a")).toBeLessThan(before);
  expect(groupRooms()("shop", "b")).toBe(before);
});
