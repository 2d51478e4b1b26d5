/**
 * How is a listening client shown without a view of its own?
 *
 * One line for each event and for each change of the connection: also in a pipe, in CI and in a log.
 */
import type { Machine } from "../machine.ts";
import type { Display } from "./display.ts";
import { type LineMode, type Place, eventText, missedText, timeOf } from "./report.ts";

export function createLines(
  { out, nowMs }: Pick<Machine, "out" | "nowMs">,
  { target, dashboard }: Place,
  mode: LineMode,
): Display {
  const { paint } = out;
  let isLost = false;
  let hasConnected = false;
  let hasSaidMissing = false;

  const note = (text: string) => out.write(`${paint("dim", timeOf(new Date(nowMs())))}  ${text}\n`);

  return {
    connected(isAgain) {
      isLost = false;
      hasConnected = true;
      note(`${paint("green", isAgain ? "Connected again." : "Connected.")} Waiting for events.`);
    },
    lost({ why }) {
      if (isLost) return; // each further try would be a line
      isLost = true;
      note(
        hasConnected
          ? `${paint("yellow", "Connection lost.")} ${why} Connecting again; events are not forwarded meanwhile.`
          : `${paint("yellow", "Not connected.")} ${why} Trying again.`,
      );
    },
    answeredIn() {},
    missed: (missed) => note(missedText(missed, dashboard)),
    missedIsUnknown: (why) => note(`What was missed meanwhile cannot be read now: ${why}`),
    received() {},
    done(done) {
      const line = eventText(done, mode, paint);
      if (line !== null) out.write(line);
    },
    notAnswered: ({ event_id }) =>
      note(`The answer of ${event_id} could not be sent: the connection is lost.`),
    localServer(isListening) {
      if (!isListening)
        note(
          `${paint("yellow", `Nothing listens at ${target.url}.`)} Start your server; events fail until then.`,
        );
      else if (hasSaidMissing) note(`${target.url} answers now.`);
      hasSaidMissing = !isListening;
    },
    close() {},
  };
}
