import { getEvent, retryEvent } from "@posthorn/contract/events";
import { expect, test } from "vitest";
import { wire } from "../../testing/wire.ts";
import { eventRetryPair } from "./event-retry.ts";

test("a retry answers the event beside an attempt that is yet to be made", () => {
  const event = { id: "evt_1", status: "QUEUED" };

  expect(wire(retryEvent, eventRetryPair).reply(event)).toEqual({ event, attempt: null });
  expect(wire(getEvent, eventRetryPair).reply(event)).toBe(event);
});
