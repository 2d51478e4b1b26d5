/** Says above the log that its entries do not leave now: why, when the next try is, and how many wait. */
import type { AuditPush } from "@posthorn/contract/audit-push";
import { Callout } from "../../ui/callout.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { lossText, waitingText } from "./push-texts.ts";

export function PushCallout({ push }: { push: AuditPush }) {
  const { is_paused, error, next_push_at } = push;
  if (is_paused)
    return (
      <Callout tone="hold" title="The push of this log is paused">
        <Waiting push={push} />
      </Callout>
    );
  if (error === null) return null;
  return (
    <Callout tone="bad" title={`Last push failed: ${error}`}>
      {next_push_at === null ? null : (
        <>
          Next try <Moment value={next_push_at} />.{" "}
        </>
      )}
      <Waiting push={push} />
    </Callout>
  );
}

function Waiting({ push }: { push: AuditPush }) {
  const { waiting, oldest_at } = push;
  const loss = lossText(push);
  return (
    <>
      {waitingText(waiting)}
      {oldest_at === null ? null : (
        <>
          , the oldest since <Moment value={oldest_at} />
        </>
      )}
      .{loss === null ? null : ` ${loss}`}
    </>
  );
}
