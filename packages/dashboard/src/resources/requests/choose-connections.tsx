/**
 * Which connections should a retried request go to? All can be meant at first; the person takes some away.
 *
 * An accepted request can go to the connections that ignored it, a rejected one to those of its source.
 */
import type { Connection } from "@posthorn/contract/connections";
import { LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import type { Request } from "@posthorn/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { connectionsQuery } from "../connections/connection-queries.ts";
import { routeWithName } from "../connections/route-words.ts";
import { ignoredEventsQuery } from "./request-queries.ts";

export interface ChooseConnectionsProps {
  request: Request;
  isPending: boolean;
  onRetry: (webhookIds: string[]) => void;
  onClose: () => void;
}

function useCandidates({ id, source_id, rejection_cause }: Request) {
  const isAccepted = rejection_cause === null;
  const ignored = useQuery({ ...ignoredEventsQuery(id, {}, LIST_MAX_LIMIT), enabled: isAccepted });
  const connections = useQuery(connectionsQuery({ source_id, disabled: true, limit: LIST_MAX_LIMIT }));
  const ignoring = new Set(ignored.data?.models.map(({ webhook_id }) => webhook_id));
  const isKnown = connections.isSuccess && (!isAccepted || ignored.isSuccess);
  return {
    found: isKnown
      ? connections.data.models.filter((connection) => !isAccepted || ignoring.has(connection.id))
      : undefined,
    error: connections.error ?? ignored.error,
    reload: () => Promise.all([connections.refetch(), isAccepted && ignored.refetch()]),
  };
}

export function ChooseConnections({ request, isPending, onRetry, onClose }: ChooseConnectionsProps) {
  const { found, error, reload } = useCandidates(request);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const chosen = (found ?? []).filter(({ id, disabled_at }) => disabled_at === null && !leftOut.has(id));
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(leftOut);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeftOut(next);
  };
  return (
    <Dialog
      isOpen
      title="Retry request"
      description="The request goes through the rules of the chosen connections once more."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={<RotateCw aria-hidden />}
            isPending={isPending}
            disabledReason={chosen.length === 0 ? "Choose a connection" : undefined}
            onClick={() => onRetry(chosen.map(({ id }) => id))}
          >
            Retry {chosen.length}
          </Button>
        </>
      }
    >
      {found ? (
        <Choices connections={found} leftOut={leftOut} onToggle={toggle} />
      ) : error ? (
        <LoadFailed error={error} onRetry={reload} />
      ) : (
        <TextSkeleton label="connections" lines={3} />
      )}
    </Dialog>
  );
}

interface ChoicesProps {
  connections: readonly Connection[];
  leftOut: ReadonlySet<string>;
  onToggle: (id: string, isChosen: boolean) => void;
}

function Choices({ connections, leftOut, onToggle }: ChoicesProps) {
  if (connections.length === 0)
    return <p className="text-sm text-ink-2">No connection is there to take the request.</p>;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">Connections</legend>
      {connections.map((connection) => {
        const isDisabled = connection.disabled_at !== null;
        return (
          <Checkbox
            key={connection.id}
            label={routeWithName(connection)}
            hint={isDisabled ? "Disabled: it takes nothing until it is enabled" : undefined}
            disabled={isDisabled}
            checked={!isDisabled && !leftOut.has(connection.id)}
            onChange={(change) => onToggle(connection.id, change.target.checked)}
          />
        );
      })}
    </fieldset>
  );
}
