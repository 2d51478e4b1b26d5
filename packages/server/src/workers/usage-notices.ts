/**
 * How often does Posthorn look whether an organization nears the events of its plan, and send the mails about it?
 *
 * Every process that delivers runs this. plans/look-at-usage.ts says what is noted, billing/mail-usage-notices.ts what is
 * mailed. Looks come one after the other and leave the process to its traffic. A mail server that hangs keeps no look waiting.
 */
import { setTimeout as pause } from "node:timers/promises";
import { mailUsageNotices } from "../billing/mail-usage-notices.ts";
import type { BillingDeps } from "../billing/bill-once.ts";
import { createUsageLook } from "../plans/look-at-usage.ts";
import { createBusyness, pauseAfter } from "./gentle-pace.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 10_000;

export type UsageNoticesDeps = Pick<BillingDeps, "db" | "log" | "mail" | "publicUrl">;

export function createUsageNotices({ db, log, mail, publicUrl }: UsageNoticesDeps): Loop[] {
  const mailing =
    mail && repeat("usage_mailing", EVERY_MS, log, () => mailUsageNotices({ db, log, mail, publicUrl }));
  const { findChanged, lookAt } = createUsageLook({ db, log });
  const busyness = createBusyness();
  let isStopping = false;
  const looking = repeat("usage_look", EVERY_MS, log, async () => {
    const failures: unknown[] = [];
    for (const limited of await findChanged()) {
      if (isStopping) break;
      const startedAtMs = performance.now();
      try {
        if (await lookAt(limited)) mailing?.poke();
      } catch (error) {
        failures.push(error); // keeps no other organization waiting
      }
      await pause(pauseAfter({ tookMs: performance.now() - startedAtMs, busy: busyness() }));
    }
    if (failures.length > 0) throw new AggregateError(failures, "Some organizations could not be looked at");
  });
  const stoppable = {
    ...looking,
    async stop() {
      isStopping = true;
      await looking.stop();
    },
  };
  return mailing ? [stoppable, mailing] : [stoppable];
}
