/** The erasure that is in progress: how far it is, what the plan has counted, and the buttons that confirm or stop it. */
import type { Erasure } from "@posthorn/contract/erasures";
import { useState } from "react";
import { useCancelErasure, useConfirmErasure } from "../../resources/erasures/erasure-actions.ts";
import { isMoving } from "../../resources/erasures/erasure-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { countText } from "../../ui/count.ts";
import { Property, PropertyList } from "../../ui/property-list.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { countedRows, isNothing, pendingText, stateOf, unreadableText } from "./erasure-words.ts";

export function OpenErasure({ erasure }: { erasure: Erasure }) {
  const { identifier, state, planned, erased } = erasure;
  const isPlan = state === "planning" || state === "planned";
  const { tone, word } = stateOf(erasure);
  const isEmpty = state === "planned" && isNothing(planned);
  const notes = [isPlan ? pendingText(planned) : null, unreadableText(planned)].filter(
    (note) => note !== null,
  );
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="mono min-w-0 text-sm [overflow-wrap:anywhere]">{identifier}</span>
        <StatusBadge tone={tone} className="ml-auto">
          {word}
        </StatusBadge>
      </div>
      {isMoving(erasure) ? <Progress erasure={erasure} /> : null}
      {isEmpty ? (
        <p className="text-sm text-ink-2">Nothing that this project has kept contains it.</p>
      ) : (
        <PropertyList className="grid-cols-[minmax(96px,300px)_minmax(48px,1fr)] tabular-nums">
          {countedRows(isPlan ? planned : erased).map(({ label, count }) => (
            <Property key={label} name={label}>
              {isPlan ? countText(count) : `${countText(count)} erased`}
            </Property>
          ))}
        </PropertyList>
      )}
      {notes.length === 0 ? null : (
        <Callout tone="late" title="Before you erase">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Callout>
      )}
      <Actions erasure={erasure} isEmpty={isEmpty} />
    </div>
  );
}

function Progress({ erasure: { state, progress } }: { erasure: Erasure }) {
  const label = state === "planning" ? "Counting" : "Erasing";
  return (
    <div className="flex flex-col gap-1.5">
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw a <progress> in colours of their own
        role="progressbar"
        aria-label={label}
        aria-valuenow={progress}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full border border-line bg-sunken"
      >
        <div
          className="h-full bg-ink transition-[width] duration-150 motion-reduce:transition-none"
          style={{ width: `${progress}%` }}
        />
      </div>
      <p className="flex justify-between gap-3 text-xs text-ink-2 tabular-nums">
        <span>
          {state === "settling"
            ? "Waiting for requests and attempts that were on their way, which are erased next"
            : "You can leave this page; it goes on."}
        </span>
        <b className="font-medium text-ink">{progress} %</b>
      </p>
    </div>
  );
}

function Actions({ erasure, isEmpty }: { erasure: Erasure; isEmpty: boolean }) {
  const refusal = useRefusal("manageProject");
  const { mutate: confirm, isPending: isConfirming } = useConfirmErasure();
  const { mutate: cancel, isPending: isCancelling } = useCancelErasure();
  const [isAsking, setIsAsking] = useState(false);
  const { state, identifier } = erasure;
  const isPlan = state === "planning" || state === "planned";
  return (
    <div className="flex flex-wrap gap-2">
      {state === "planned" && !isEmpty ? (
        <Button variant="danger" disabledReason={refusal} onClick={() => setIsAsking(true)}>
          Erase
        </Button>
      ) : null}
      <Button isPending={isCancelling} disabledReason={refusal} onClick={() => cancel(erasure)}>
        {isPlan ? "Discard plan" : "Stop"}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Erase this person's data?"
        description={
          <>
            What contains <span className="mono [overflow-wrap:anywhere]">{identifier}</span> is replaced,
            also in what came in since the plan. Nobody can get it back.
          </>
        }
        confirmLabel="Erase"
        isDanger
        isPending={isConfirming}
        onConfirm={() => confirm(erasure, { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}
