import { expect, test } from "vitest";
import type { Delivery } from "../delivery.ts";
import { createReadyQueue, type ReadyQueueLimits } from "./ready-queue.ts";

const LIMITS: ReadyQueueLimits = {
  events: 100,
  bytes: 1_000_000,
  eventsPerDestination: 50,
  sending: 10,
  sendingPerDestination: 4,
};

function delivery(destinationKey: string, number = 1): Delivery {
  const id = Buffer.alloc(16);
  return {
    team: id,
    id,
    request: id,
    connection: id,
    connectionKey: "web",
    destinationKey,
    cliSession: null,
    attempt_number: number,
    trigger: "INITIAL",
    retries: 0,
    createdAtMs: 0,
    verified: null,
    payload: { method: "POST", path: "/", query: null, headers: [], client_ip: null, body: null },
  };
}

/** A wire on which each sending ends when the test says so. */
function wire() {
  const onWire: { delivery: Delivery; answer: () => void }[] = [];
  const send = (sent: Delivery) => new Promise<void>((answer) => onWire.push({ delivery: sent, answer }));
  return { onWire, send };
}

function pushed(queue: ReturnType<typeof createReadyQueue>, ...deliveries: Delivery[]): void {
  for (const one of deliveries) {
    expect(queue.reserve(one.destinationKey, 2_048)).toBe(true);
    queue.push(one);
  }
}

test("a destination gets its events in order and no more at once than its share", () => {
  const { onWire, send } = wire();
  const queue = createReadyQueue(LIMITS, send);

  pushed(queue, ...Array.from({ length: 9 }, (_, index) => delivery("a", index)));

  expect(onWire.map((sending) => sending.delivery.attempt_number)).toEqual([0, 1, 2, 3]);
});

test("a stuck destination leaves the slots of others alone", async () => {
  const { onWire, send } = wire();
  const queue = createReadyQueue(LIMITS, send);

  pushed(queue, ...Array.from({ length: 30 }, () => delivery("stuck")), delivery("healthy"));

  expect(onWire.filter((sending) => sending.delivery.destinationKey === "healthy")).toHaveLength(1);
});

test("when every slot is taken, destinations take turns", async () => {
  const { onWire, send } = wire();
  const queue = createReadyQueue({ ...LIMITS, sending: 2, sendingPerDestination: 2 }, send);
  pushed(
    queue,
    ...Array.from({ length: 6 }, () => delivery("a")),
    ...Array.from({ length: 6 }, () => delivery("b")),
  );

  for (let answered = 0; answered < 6; answered++) {
    onWire[answered]?.answer();
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }

  const order = onWire.map((sending) => sending.delivery.destinationKey).join("");
  expect(order.slice(2)).toContain("b");
  expect(order.slice(2, 8).match(/a/g)?.length).toBeLessThan(6);
});

test("room is freed when the outcome is stored, not when the answer came", async () => {
  const { onWire, send } = wire();
  const queue = createReadyQueue({ ...LIMITS, events: 1 }, send);
  const only = delivery("a");
  pushed(queue, only);
  onWire[0]?.answer();
  await new Promise((resolve) => setImmediate(resolve));

  expect(queue.reserve("a", 2_048)).toBe(false);
  expect(queue.held.size).toBe(1);

  queue.finish(only);
  expect(queue.reserve("a", 2_048)).toBe(true);
  expect(queue.held.size).toBe(0);
});

test("without room for events, bytes or the destination nothing is reserved", () => {
  const { send } = wire();

  expect(createReadyQueue({ ...LIMITS, events: 0 }, send).reserve("a", 1)).toBe(false);
  expect(createReadyQueue({ ...LIMITS, bytes: 10 }, send).reserve("a", 11)).toBe(false);
  const queue = createReadyQueue({ ...LIMITS, eventsPerDestination: 1 }, send);
  expect(queue.reserve("a", 1)).toBe(true);
  expect(queue.reserve("a", 1)).toBe(false);
  expect(queue.reserve("b", 1)).toBe(true);
  expect(queue.fullDestinations()).toEqual(["a", "b"]);
});

test("closing hands back what never reached the wire and waits for what did", async () => {
  const { onWire, send } = wire();
  const queue = createReadyQueue(LIMITS, send);
  pushed(queue, ...Array.from({ length: 6 }, (_, index) => delivery("a", index)));

  const { unsent, finished } = queue.close();
  for (const sending of onWire) sending.answer();
  await finished;

  expect(unsent.map((one) => one.attempt_number)).toEqual([4, 5]);
  expect(onWire).toHaveLength(4);
  expect(queue.reserve("a", 1)).toBe(false);
});
