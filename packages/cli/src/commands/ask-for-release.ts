/** `posthorn __ask-for-release`: what the client asks in the background, once a day. */
import { ASK_COMMAND } from "../update/tell.ts";
import { askNpm, readKnown, storeKnown } from "../update/known-release.ts";
import { defineCommand } from "./command.ts";

export const askForRelease = defineCommand({
  name: ASK_COMMAND,
  section: "other",
  about: "Ask npm for the newest release of the client",
  examples: [],
  isHidden: true,
  async run(_given, { config, machine }) {
    const latest = await askNpm(machine.platform);
    const known = await readKnown(config.path);
    if (latest !== null)
      await storeKnown(config.path, { asked_at: known?.asked_at ?? machine.nowMs(), latest });
  },
});
