/** Where do the entries of the log go, do they arrive, and how does a person change that? */
import type { AuditPush } from "@posthorn/contract/audit-push";
import { useState } from "react";
import {
  usePauseAuditPush,
  useRemoveAuditPush,
  useTestAuditPush,
} from "../../resources/audit-log/audit-push-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Property, PropertyList } from "../../ui/property-list.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { PushCallout } from "./push-callout.tsx";
import { PushForm } from "./push-form.tsx";
import { lossText, placeText, waitingText } from "./push-texts.ts";

export interface PushDialogProps {
  push: AuditPush | null;
  onClose: () => void;
}

export function PushDialog({ push, onClose }: PushDialogProps) {
  // Here, because what is removed is no longer shown below, and would not hear that it is gone.
  const { mutate: remove, isPending: isRemoving } = useRemoveAuditPush();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Push the audit log"
      description="Each new entry also goes elsewhere, in order and at least once. It stays in the log here."
    >
      <div className="flex flex-col gap-4">
        {push === null ? null : (
          <PushNow
            push={push}
            isRemoving={isRemoving}
            onRemove={(onError) => remove(undefined, { onSuccess: onClose, onError })}
          />
        )}
        <PushForm push={push} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface PushNowProps {
  push: AuditPush;
  isRemoving: boolean;
  onRemove: (onError: () => void) => void;
}

function PushNow({ push, isRemoving, onRemove }: PushNowProps) {
  const refusal = useRefusal("pushAuditLog");
  const { mutate: pause, isPending: isPausing } = usePauseAuditPush();
  const { mutate: test, isPending: isTesting } = useTestAuditPush();
  const [isAsking, setIsAsking] = useState(false);
  const { is_paused, pushed_at, waiting } = push;
  const loss = lossText(push);
  return (
    <section aria-label="Now" className="flex flex-col gap-3 border-b border-line pb-4">
      <PushCallout push={push} />
      <PropertyList>
        <Property name="To">{placeText(push)}</Property>
        <Property name="Last arrived">
          {pushed_at === null ? "Nothing yet" : <Moment value={pushed_at} />}
        </Property>
        <Property name="Behind">{waitingText(waiting)}</Property>
        {loss === null ? null : <Property name="Not arrived">{loss}</Property>}
      </PropertyList>
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={isTesting}
          disabledReason={refusal ?? (is_paused ? "The push is paused" : undefined)}
          onClick={() => test()}
        >
          Send a test entry
        </Button>
        <Button isPending={isPausing} disabledReason={refusal} onClick={() => pause(!is_paused)}>
          {is_paused ? "Go on" : "Pause"}
        </Button>
        <Button variant="danger" disabledReason={refusal} onClick={() => setIsAsking(true)}>
          Remove…
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        isDanger
        isPending={isRemoving}
        title="Remove the push?"
        description={
          waiting === 0
            ? "New entries stay here only. Posthorn forgets the headers."
            : `${waitingText(waiting)} and will not be pushed any more. They stay in the log here. Posthorn forgets the headers.`
        }
        confirmLabel="Remove"
        onConfirm={() => onRemove(() => setIsAsking(false))}
        onClose={() => setIsAsking(false)}
      />
    </section>
  );
}
