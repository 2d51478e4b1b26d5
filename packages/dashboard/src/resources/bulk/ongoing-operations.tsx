/** The ongoing operations: progress, how long it may take, and a way to abort each. */
import { abortBulkOperation, type BulkOperation } from "@posthorn/contract/bulk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, CircleX, RotateCw } from "lucide-react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { countText } from "../../ui/count.ts";
import { Timestamp } from "../../ui/timestamp.tsx";
import { toast } from "../../ui/toast.ts";
import { useNow } from "../../ui/use-now.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { OwnLink } from "../own-link.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { BULK } from "./bulk-queries.ts";
import { countedItems, verbOf } from "./bulk-words.ts";
import { rowsAddress } from "./operation-rows.ts";
import {
  abortedText,
  doneSoFar,
  notAbortedText,
  operationName,
  percentOf,
  rowsLabel,
  timeLeft,
} from "./operation-words.ts";
import { QueryChips } from "./query-chips.tsx";
import { StartedBy } from "./started-by.tsx";

export function OngoingOperations({ operations }: { operations: readonly BulkOperation[] }) {
  return (
    <ul className="flex flex-col">
      {operations.map((operation) => (
        <Ongoing key={operation.id} operation={operation} />
      ))}
    </ul>
  );
}

function Ongoing({ operation }: { operation: BulkOperation }) {
  const refusal = useRefusal("send");
  const now = useNow();
  const { mutate: abort, isPending } = useAbortBulk();
  const percent = percentOf(operation);
  const name = operationName(operation);
  const left = timeLeft(operation, now);
  const done = doneSoFar(operation);
  const Icon = verbOf(operation.type) === "cancel" ? Ban : RotateCw;
  return (
    <li className="flex flex-col gap-2 border-b border-line py-4 first:pt-0 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Icon aria-hidden className="size-4 text-ink-3" />
        <h3 className="text-sm font-semibold">{name}</h3>
        <span className="text-xs text-ink-2">
          <Timestamp value={operation.created_at} />
        </span>
        <StartedBy operation={operation} />
        <span className="ml-auto flex items-center gap-2">
          <OwnLink address={rowsAddress(operation)} className={buttonClass({ variant: "quiet", size: "sm" })}>
            {rowsLabel(operation.type)}
          </OwnLink>
          <Button
            size="sm"
            variant="danger"
            icon={<CircleX />}
            aria-label={`Abort ${name.toLowerCase()}`}
            isPending={isPending}
            disabledReason={refusal}
            onClick={() => abort(operation)}
          >
            Abort
          </Button>
        </span>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw a <progress> in colours of their own
        role="progressbar"
        aria-label={name}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full border border-line bg-sunken"
      >
        <div
          className="h-full bg-ink transition-[width] duration-150 motion-reduce:transition-none"
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="flex gap-3 text-xs text-ink-2 tabular-nums">
        <span>
          <b className="font-medium text-ink">{countText(done)}</b> of{" "}
          {countedItems(operation.type, operation.estimated_count)}
        </span>
        {left === undefined ? null : <span>{left}</span>}
        <b className="ml-auto font-medium text-ink">{percent} %</b>
      </p>
      <QueryChips query={operation.query} />
    </li>
  );
}

function useAbortBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: BulkOperation) => call(abortBulkOperation, { params: { id } }),
    onSuccess: (operation) => toast.success(abortedText(operation)),
    onError: (error, operation) =>
      toast.error(notAbortedText(operation), { description: firstMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: BULK }),
  });
}
