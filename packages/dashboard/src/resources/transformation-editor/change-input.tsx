/**
 * Chooses the request that the code is tried on: one of the five newest requests or executions, or any by its id.
 */
import type { Connection } from "@posthorn/contract/connections";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { toast } from "../../ui/toast.ts";
import { inputById, latestRequestsQuery, type ChosenInput } from "../transformations/chosen-input.ts";
import { executionsQuery, INPUT_CHOICES } from "../transformations/execution-queries.ts";
import { LogLevelBadge } from "../transformations/log-level-badge.tsx";
import { routeWithName } from "../connections/route-words.ts";
import { tellingValues } from "../payloads/telling-values.ts";
import { RequestChoice } from "../requests/request-choice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

export interface ChangeInputProps {
  onClose: () => void;
  /** Null for a new transformation. */
  transformationId: string | null;
  /** The connections that use the transformation. */
  connections: readonly Connection[];
  onChoose: (input: ChosenInput) => void;
}

export function ChangeInput({ onClose, ...choosing }: ChangeInputProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Change input"
      description="The code is tried on the request that you choose. Nothing is stored or delivered."
    >
      <Choices {...choosing} onClose={onClose} />
    </Dialog>
  );
}

function Choices({ transformationId, connections, onChoose, onClose }: ChangeInputProps) {
  const [typedId, setTypedId] = useState("");
  const [asked, setAsked] = useState<string | null>(null);

  const choose = async (id: string) => {
    if (asked !== null) return;
    setAsked(id);
    const input = await inputById(id, transformationId).catch(() => null);
    setAsked(null);
    if (input === null) {
      toast.error(`Could not find data for ID ${id}`);
      return;
    }
    toast.success(`Request data applied for ID ${id}`);
    onChoose(input);
    onClose();
  };
  const submit = (press: FormEvent) => {
    press.preventDefault();
    press.stopPropagation();
    if (typedId.trim() !== "") void choose(typedId.trim());
  };
  return (
    <div className="flex flex-col gap-5">
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field label="ID of a request, event or execution" className="flex-1">
          <Input
            isMono
            placeholder="req_…"
            value={typedId}
            spellCheck={false}
            autoComplete="off"
            onChange={(change) => setTypedId(change.target.value)}
          />
        </Field>
        <Button type="submit" isPending={asked !== null && asked === typedId.trim()}>
          Apply
        </Button>
      </form>
      {transformationId === null ? null : (
        <LatestExecutions
          transformationId={transformationId}
          connections={connections}
          onChoose={(id) => void choose(id)}
        />
      )}
      <LatestRequests connections={connections} onChoose={(id) => void choose(id)} />
    </div>
  );
}

interface LatestProps {
  onChoose: (id: string) => void;
}

interface LatestExecutionsProps extends LatestProps, Pick<ChangeInputProps, "connections"> {
  transformationId: string;
}

function LatestExecutions({ transformationId, connections, onChoose }: LatestExecutionsProps) {
  const latest = useQuery(executionsQuery(transformationId, {}, {}, INPUT_CHOICES));
  const connectionOf = (id: string) => {
    const found = connections.find((connection) => connection.id === id);
    return found && routeWithName(found);
  };
  return (
    <Latest title="Latest executions" query={latest} emptyText="This transformation has not run yet.">
      {(execution) => (
        <Choice key={execution.id} id={execution.id} onChoose={onChoose}>
          <Timestamp value={execution.created_at} className="text-ink-2" />
          <span className="min-w-0 flex-1 truncate">{connectionOf(execution.webhook_id)}</span>
          <LogLevelBadge level={execution.log_level} />
        </Choice>
      )}
    </Latest>
  );
}

function LatestRequests({ connections, onChoose }: LatestProps & Pick<ChangeInputProps, "connections">) {
  const sourceIds = [...new Set(connections.map(({ source }) => source.id))].toSorted();
  const latest = useQuery(latestRequestsQuery(sourceIds));
  const telling = tellingValues(latest.data?.models.map(({ data }) => data) ?? []);
  const sourceOf = (id: string) => connections.find(({ source }) => source.id === id)?.source.name;
  return (
    <Latest title="Latest requests" query={latest} emptyText="No requests found">
      {(request, at) => {
        const told = [sourceOf(request.source_id), telling[at]].filter(Boolean).join(" · ");
        return (
          <Choice key={request.id} id={request.id} onChoose={onChoose}>
            <RequestChoice request={request} telling={told} />
          </Choice>
        );
      }}
    </Latest>
  );
}

interface LatestListProps<Model> {
  title: string;
  query: { data: { models: Model[] } | undefined; error: unknown; isError: boolean; refetch: () => unknown };
  emptyText: string;
  children: (model: Model, at: number) => ReactNode;
}

function Latest<Model>({ title, query, emptyText, children }: LatestListProps<Model>) {
  const models = query.data?.models;
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-sm font-medium">{title}</h3>
      {models === undefined ? (
        query.isError ? (
          <LoadFailed error={query.error} onRetry={query.refetch} />
        ) : (
          <TextSkeleton label={title} lines={3} />
        )
      ) : models.length === 0 ? (
        <p className="text-sm text-ink-3">{emptyText}</p>
      ) : (
        <ul className="rounded-md border border-line">{models.map(children)}</ul>
      )}
    </section>
  );
}

interface ChoiceProps extends LatestProps {
  id: string;
  children: ReactNode;
}

function Choice({ id, onChoose, children }: ChoiceProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        onClick={() => onChoose(id)}
        className="flex min-h-9 w-full flex-wrap items-center gap-x-3 px-3 py-1 text-left text-sm transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        {children}
      </button>
    </li>
  );
}
