/** Which stories does a property test run on the engine? They are weighted so that most attempts reach the wire. */
import * as fc from "fast-check";
import type { Command } from "./engine-model.ts";

const worker = fc.constantFrom(0 as const, 1 as const);
const which = fc.nat(20);

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("route" as const),
      worker,
      hasRoom: fc.boolean(),
      isDelayed: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ act: fc.constantFrom("claim" as const, "begin" as const), worker }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("begin" as const), worker }) },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant("answer" as const),
      worker,
      which,
      status: fc.constantFrom(200, 500, 503, null),
      retryAfter: fc.boolean(),
      chance: fc.double({ min: 0, max: 0.99, noNaN: true }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("wait" as const) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("hear" as const), worker }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom("crash" as const, "declare dead" as const, "stop" as const),
      worker,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom("pause" as const, "unpause" as const, "disable" as const, "enable" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("follow" as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom("cancel" as const, "retry" as const, "retry in bulk" as const),
      which,
    }),
  },
);

export const story = fc.array(command, { minLength: 5, maxLength: 60, size: "max" });
