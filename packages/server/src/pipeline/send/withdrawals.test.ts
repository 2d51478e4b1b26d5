import { beforeEach, expect, test } from "vitest";
import { newIdBytes, uuidText } from "../../ids.ts";
import type { Delivery } from "../delivery.ts";
import { createWithdrawals, type Withdrawals } from "./withdrawals.ts";

const ALICE = 7;
let held: Set<Delivery>;
let givenBack: Delivery[];
let withdrawals: Withdrawals;
beforeEach(() => {
  held = new Set();
  givenBack = [];
  withdrawals = createWithdrawals({
    held,
    owner: () => ALICE,
    giveBack: (one) => givenBack.push(one),
  });
});

function delivery(attempt_number = 1, id: Uint8Array = newIdBytes()): Delivery {
  return {
    team: id,
    id,
    request: id,
    connection: id,
    connectionKey: "web",
    destinationKey: "des",
    cliSession: null,
    group: null,
    attempt_number,
    trigger: "INITIAL",
    retries: 0,
    createdAtMs: 0,
    verified: null,
    isClaimed: false,
    payload: { method: "POST", path: "/", query: null, headers: [], client_ip: null, body: null },
  };
}

function waiting(...deliveries: Delivery[]): void {
  for (const one of deliveries) held.add(one);
}

const keyOf = (one: Delivery) => `${uuidText(one.id)}:${one.attempt_number}`;

test("what waits for its turn is given back once and passed over, its neighbour is not", () => {
  const [cancelled, other] = [delivery(), delivery()];
  waiting(cancelled, other);

  withdrawals.announced(`${ALICE} ${keyOf(cancelled)}`);
  withdrawals.announced(`${ALICE} ${keyOf(cancelled)}`);

  expect(givenBack).toEqual([cancelled]);
  expect([withdrawals.has(cancelled), withdrawals.has(other)]).toEqual([true, false]);
  expect([withdrawals.begin(cancelled), withdrawals.begin(other)]).toEqual([false, true]);
  expect(givenBack).toHaveLength(1);
});

test("what has begun keeps its lease until its outcome is stored", () => {
  const begun = delivery();
  waiting(begun);
  withdrawals.begin(begun);

  withdrawals.announced(`${ALICE} ${keyOf(begun)}`);

  expect(givenBack).toEqual([]);
});

test("another process's events and another attempt of the same event are left alone", () => {
  const second = delivery(2);
  waiting(second);

  withdrawals.announced(`8 ${keyOf(second)}`);
  withdrawals.announced(`${ALICE} ${uuidText(second.id)}:1`);

  expect(withdrawals.begin(second)).toBe(true);
  expect(givenBack).toEqual([]);
});

test("an announcement that comes before its event stops the event when its turn comes", () => {
  const late = delivery();

  withdrawals.announced(`${ALICE} ${keyOf(late)}`);
  waiting(late);

  expect(withdrawals.begin(late)).toBe(false);
  expect(givenBack).toEqual([late]);
});

test("an event that was retried after its cancellation goes out, though the number is the same", () => {
  const first = delivery();
  waiting(first);
  withdrawals.announced(`${ALICE} ${keyOf(first)}`);
  held.delete(first);
  const again = delivery(1, first.id);
  waiting(again);

  expect([withdrawals.begin(first), withdrawals.begin(again)]).toEqual([false, true]);
});

test("what was lost with the announcements is found by asking", () => {
  const cancelled = delivery(3);
  waiting(cancelled);

  withdrawals.found([{ id: uuidText(cancelled.id), attempts: 3 }]);

  expect(givenBack).toEqual([cancelled]);
});

test("announcements for events that never come take up no more than a bounded room", () => {
  const oldest = delivery();
  withdrawals.announced(`${ALICE} ${keyOf(oldest)}`);
  for (let part = 0; part < 100; part++) {
    const keys = Array.from({ length: 100 }, (_, index) => `x:${part * 100 + index}`);
    withdrawals.announced(`${ALICE} ${keys.join(" ")}`);
  }

  expect(withdrawals.begin(oldest)).toBe(true);
});
