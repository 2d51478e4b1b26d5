/**
 * Which event should this one be compared with? The previous one of its connection, another one of its request, or one
 * by its ID. Every choice is a link.
 */
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { routeWithName } from "../connections/route-words.ts";
import { useKnown } from "../pickers/use-known.ts";
import { eventsOfRequestQuery, previousEventQuery } from "./compare-candidates.ts";
import { whyNotComparable } from "./compared-ids.ts";
import { EventStatusBadge } from "./event-status-badge.tsx";

export interface ChooseComparedProps {
  event: Event;
  onClose: () => void;
}

export function ChooseCompared({ event, onClose }: ChooseComparedProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Compare with another event"
      description="What was sent stands side by side: body, headers and address."
    >
      <div className="flex flex-col gap-4">
        <Previous event={event} onClose={onClose} />
        <OfRequest event={event} onClose={onClose} />
        <ById event={event} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function Previous({ event, onClose }: ChooseComparedProps) {
  const previous = useQuery(previousEventQuery(event));
  return (
    <Candidates
      title="Previous event of this connection"
      none="There is no earlier one."
      query={previous}
      found={previous.data === undefined ? undefined : previous.data === null ? [] : [previous.data]}
    >
      {(other) => (
        <Choice event={event} other={other} onClose={onClose}>
          <span className="mono">{other.id}</span>
        </Choice>
      )}
    </Candidates>
  );
}

function OfRequest({ event, onClose }: ChooseComparedProps) {
  const others = useQuery(eventsOfRequestQuery(event));
  const known = useKnown("connection", others.data?.map(({ webhook_id }) => webhook_id) ?? []);
  const connections = [...known.first, ...known.others];
  return (
    <Candidates
      title="Other events of the same request"
      none="No other connection made an event of it."
      query={others}
      found={others.data}
    >
      {(other) => {
        const connection = connections.find(({ id }) => id === other.webhook_id);
        return (
          <Choice event={event} other={other} onClose={onClose}>
            {connection ? routeWithName(connection) : <span className="mono">{other.id}</span>}
          </Choice>
        );
      }}
    </Candidates>
  );
}

interface CandidatesProps {
  title: string;
  none: string;
  query: { isError: boolean; error: unknown; refetch: () => Promise<unknown> };
  /** Undefined while they load. */
  found: readonly Event[] | undefined;
  children: (event: Event) => ReactNode;
}

function Candidates({ title, none, query, found, children }: CandidatesProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-xs text-ink-2">{title}</h3>
      {found === undefined ? (
        query.isError ? (
          <LoadFailedLine what="The events" error={query.error} onRetry={query.refetch} />
        ) : (
          <TextSkeleton label={title} lines={1} />
        )
      ) : found.length === 0 ? (
        <p className="text-sm text-ink-3">{none}</p>
      ) : (
        <ul className="rounded-md border border-line text-sm">
          {found.map((other) => (
            <li
              key={other.id}
              className="flex min-h-(--row-h) flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 last:border-b-0"
            >
              {children(other)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Choice({
  event,
  other,
  onClose,
  children,
}: ChooseComparedProps & { other: Event; children: ReactNode }) {
  return (
    <>
      <Link
        to="/events/$id"
        params={{ id: event.id }}
        search={{ compare_with: other.id }}
        className={`${linkClass} min-w-0 flex-1 truncate max-sm:basis-full`}
        onClick={(press) => {
          if (!press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey) onClose();
        }}
      >
        {children}
      </Link>
      <EventStatusBadge event={other} />
      <Timestamp value={other.created_at} />
    </>
  );
}

function ById({ event, onClose }: ChooseComparedProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const compare = (submit: FormEvent) => {
    submit.preventDefault();
    const id = typed.trim();
    const why = whyNotComparable(id, event.id);
    setProblem(why);
    if (why !== undefined) return;
    onClose();
    void navigate({ to: "/events/$id", params: { id: event.id }, search: { compare_with: id } });
  };
  return (
    <form onSubmit={compare} noValidate aria-label="Event by ID">
      <Field label="Event ID" error={problem}>
        <div className="flex gap-2">
          <Input
            isMono
            spellCheck={false}
            autoComplete="off"
            placeholder="evt_…"
            value={typed}
            onChange={(change) => setTyped(change.target.value)}
          />
          <Button type="submit">Compare</Button>
        </div>
      </Field>
    </form>
  );
}
