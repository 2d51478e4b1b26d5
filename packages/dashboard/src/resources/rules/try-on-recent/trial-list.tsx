/**
 * What would happen to each request? One row per request; an opened row has the whole sentence, and the difference if
 * the content changes.
 */
import type { TriedRequest } from "@posthorn/contract/rules-trial";
import { cx } from "class-variance-authority";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { clockTime } from "../../../ui/time.ts";
import { ContentDiff } from "./content-diff.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { isChanged, OUTCOME_LABELS, sentenceOf, shortDetail } from "./trial-rows.ts";

export function TrialList({ requests }: { requests: readonly TriedRequest[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <ul
      aria-label="Requests"
      className="divide-y divide-line rounded-lg border border-line bg-surface text-sm"
    >
      {requests.map((request) => (
        <TrialRow
          key={request.id}
          request={request}
          isOpen={request.id === openId}
          onToggle={() => setOpenId(request.id === openId ? null : request.id)}
        />
      ))}
    </ul>
  );
}

interface TrialRowProps {
  request: TriedRequest;
  isOpen: boolean;
  onToggle: () => void;
}

function TrialRow({ request, isOpen, onToggle }: TrialRowProps) {
  const { id, created_at, method, path, after } = request;
  const detailsId = `tried-${id}`;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={onToggle}
        className="flex min-h-(--row-h) w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-left hover:bg-hover aria-expanded:bg-sel focus-visible:-outline-offset-2"
      >
        <ChevronRight aria-hidden className={cx("size-3.5 shrink-0 text-ink-3", isOpen && "rotate-90")} />
        <time dateTime={created_at} data-timestamp={created_at} className="mono">
          {clockTime(new Date(created_at))}
        </time>
        <span data-tooltip={path} className="mono min-w-24 flex-1 truncate text-ink-2">
          {method} {path}
        </span>
        <span className="flex items-center gap-1.5 sm:w-40">
          <OutcomeBadge status={after.status} />
          {isChanged(request) ? <Badge>Changed</Badge> : null}
        </span>
        <span className="mono text-xs text-ink-3 max-sm:w-full sm:w-36 sm:text-right">
          {shortDetail(request)}
        </span>
      </button>
      {isOpen ? <TrialDetails request={request} id={detailsId} /> : null}
    </li>
  );
}

function TrialDetails({ request, id }: { request: TriedRequest; id: string }) {
  const { before, after, change } = request;
  return (
    <div id={id} className="flex flex-col gap-3 border-t border-line px-3 py-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-3">Saved rules</dt>
        <dd>
          {OUTCOME_LABELS[before.status]}. <span className="text-ink-2">{sentenceOf(before)}</span>
        </dd>
        <dt className="text-ink-3">Edited rules</dt>
        <dd className="min-w-0 wrap-anywhere">
          {OUTCOME_LABELS[after.status]}. <span className="text-ink-2">{sentenceOf(after)}</span>
        </dd>
        <dt className="text-ink-3">Request ID</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <span className="mono truncate">{request.id}</span>
          <CopyButton value={request.id} label="Copy request ID" />
        </dd>
      </dl>
      {change ? <ContentDiff change={change} /> : null}
    </div>
  );
}
