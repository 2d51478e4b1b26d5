/** Is a line of `posthorn send` that cannot be meant refused before anything is asked or sent? */
import { expect, test } from "vitest";
import { readArguments } from "../arguments/read-arguments.ts";
import type { Surroundings } from "./command.ts";
import { send } from "./send.ts";

async function run(...typed: string[]): Promise<void> {
  const asked = readArguments(["send", ...typed], [send]);
  if (asked.what !== "command") throw new Error("it is no command");
  // Safe: these lines are refused before the command looks around.
  await asked.command.run(asked, {} as Surroundings);
}

test.each([
  [[], "Where should the example go?", "posthorn send PROVIDER --to URL"],
  [["stripe"], "--to is missing.", "--url is the address of your Posthorn."],
  [["stripe", "--to", "3000", "--timeout", "0"], "--timeout must be 1 or more.", "Leave it out"],
  [
    ["--source", "a", "--example", "x", "--event", "y"],
    "--example and --event are the same.",
    "only --example",
  ],
  [
    ["stripe", "--source", "shop", "--to", "3000"],
    "--source and stripe, --to exclude each other.",
    "Leave --source",
  ],
  [
    ["--source", "shop", "--secret", "s", "--auth-type", "hmac", "--dry-run", "--timeout", "3"],
    "--source and --secret, --auth-type, --dry-run, --timeout exclude each other.",
    "Leave --source out",
  ],
])("posthorn send %s is refused", async (typed, message, todo) => {
  await expect(run(...typed)).rejects.toMatchObject({
    message,
    todo: expect.stringContaining(todo),
    exit: "misused",
  });
});
