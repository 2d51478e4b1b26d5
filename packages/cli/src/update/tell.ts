/**
 * When is a person told of a newer release?
 *
 * After a command, from what an earlier one found. Once a day a process in the background asks for the next time: it
 * belongs to no terminal, and no command waits for it.
 */
import type { Machine } from "../machine.ts";
import { VERSION } from "../version.ts";
import { readKnown, storeKnown } from "./known-release.ts";
import { isNewer, maySay, noticeText, shouldAsk } from "./notice.ts";

/** The hidden command that asks. */
export const ASK_COMMAND = "__ask-for-release";

export async function tellOfUpdate(configFile: string, machine: Machine): Promise<void> {
  const { env, err, nowMs } = machine;
  if (!maySay(env, err.isTerminal)) return;
  const known = await readKnown(configFile);
  const latest = known?.latest ?? null;
  if (latest !== null && isNewer(latest, VERSION))
    err.write(`\n${err.paint("yellow", noticeText(latest, VERSION))}`);
  if (!shouldAsk(known, nowMs())) return;
  if (await storeKnown(configFile, { asked_at: nowMs(), latest }))
    machine.startInBackground([ASK_COMMAND, "--config-file", configFile]);
}
