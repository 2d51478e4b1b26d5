/**
 * What will change if this version is restored, and what stays as it is now? Asked before anything is saved.
 *
 * A person chooses the parts. If somebody saves meanwhile, the server refuses, and the dialog shows the changes anew.
 */
import type {
  ConnectionVersion,
  PartPlan,
  RestorePlan,
  VersionPart,
} from "@posthorn/contract/connection-versions";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { firstMessage } from "../../../resources/api/api-failure.ts";
import { stateText } from "../../../resources/connection-versions/state-text.ts";
import { useRestoreVersion } from "../../../resources/connection-versions/version-actions.ts";
import { restorePlanQuery } from "../../../resources/connection-versions/version-queries.ts";
import { keptText, partText, timeOf } from "../../../resources/connection-versions/version-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CodeDiff } from "../../../ui/code-editor/code-diff.tsx";
import { diffHeight } from "../../../ui/code-editor/diff-height.ts";
import { diffCounts } from "../../../ui/code-editor/line-diff.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";

const HEIGHT_MOST_PX = 260;

export interface RestoreDialogProps {
  connectionId: string;
  version: ConnectionVersion;
  onClose: () => void;
  onRestored: () => void;
}

export function RestoreDialog({ connectionId, version, onClose, onRestored }: RestoreDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [left, setLeft] = useState<readonly VersionPart[]>([]);
  const plan = useQuery(restorePlanQuery(connectionId, version.id));
  const restore = useRestoreVersion();
  const chosen = partsToRestore(plan.data, left);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title="Restore this version?"
      description={
        <>
          The connection becomes as it was {version.created_at === null ? "" : "on "}
          {version.created_at === null ? "before the oldest save that is kept" : timeOf(version)}. The restore
          is a version, too, so you can go back.
        </>
      }
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isPending={restore.isPending}
            disabled={plan.data === undefined || chosen.length === 0}
            onClick={() => {
              if (plan.data === undefined) return;
              const { seen } = plan.data;
              const body = { parts: chosen.map(({ part }) => part), seen };
              restore.mutate({ id: connectionId, version_id: version.id, body }, { onSuccess: onRestored });
            }}
          >
            Restore
          </Button>
        </>
      }
    >
      {restore.isError ? (
        <Callout tone="bad" isUrgent title="Nothing was restored" className="mb-3">
          {firstMessage(restore.error)}
        </Callout>
      ) : null}
      {plan.data === undefined ? (
        plan.isError ? (
          <LoadFailed error={plan.error} onRetry={plan.refetch} />
        ) : (
          <TextSkeleton label="changes" lines={6} />
        )
      ) : (
        <Plan
          plan={plan.data}
          chosen={chosen}
          onChoose={(part, isChosen) =>
            setLeft(isChosen ? left.filter((one) => one !== part) : [...left, part])
          }
        />
      )}
    </Dialog>
  );
}

function partsToRestore(plan: RestorePlan | undefined, left: readonly VersionPart[]): PartPlan[] {
  return (plan?.parts ?? []).filter(
    ({ part, is_changed, obstacle }) => is_changed && obstacle === null && !left.includes(part),
  );
}

interface PlanProps {
  plan: RestorePlan;
  chosen: readonly PartPlan[];
  onChoose: (part: VersionPart, isChosen: boolean) => void;
}

function Plan({ plan, chosen, onChoose }: PlanProps) {
  const changed = plan.parts.filter(({ is_changed }) => is_changed);
  if (changed.length === 0)
    return <p className="text-sm">Nothing would change: the connection is like this now.</p>;
  const [before, after] = [textOf(chosen, "before"), textOf(chosen, "after")];
  const kept = chosen.flatMap((part) => part.kept.map((one) => keptText(part.part, one)));
  return (
    <div className="grid gap-3">
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">What to restore</legend>
        {changed.map((part) => (
          <div key={part.part}>
            <Checkbox
              label={partText(part)}
              hint={sharedText(part)}
              checked={chosen.includes(part)}
              disabled={part.obstacle !== null}
              onChange={({ target: { checked } }) => onChoose(part.part, checked)}
            />
            {part.obstacle === null ? null : (
              <p role="note" className="ml-6 text-sm text-bad">
                {part.obstacle}
              </p>
            )}
          </div>
        ))}
      </fieldset>
      {chosen.length === 0 ? null : before === after ? (
        <p className="text-sm text-ink-2">Only the query of the URL changes, which is not shown.</p>
      ) : (
        <CodeDiff
          label="What the restore changes"
          before={before}
          after={after}
          language="json"
          height={diffHeight(diffCounts(before, after), HEIGHT_MOST_PX)}
        />
      )}
      {kept.length === 0 ? null : (
        <div className="text-sm">
          <p className="font-semibold">Kept as they are now</p>
          <ul className="mt-1 list-disc pl-5 text-ink-2">
            {kept.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function textOf(parts: readonly PartPlan[], when: "after" | "before"): string {
  return stateText(Object.fromEntries(parts.map((part) => [part.part, part[when]])));
}

function sharedText({ part, shared_with }: PartPlan): string | undefined {
  if (shared_with === 0) return undefined;
  return shared_with === 1
    ? `Another connection has the same ${part}: it changes for that one, too.`
    : `${shared_with} other connections have the same ${part}: it changes for them, too.`;
}
