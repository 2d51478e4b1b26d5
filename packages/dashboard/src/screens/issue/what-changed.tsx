/**
 * What changed around the time at which an issue began?
 *
 * One list, the newest first, with the beginning itself as a line in it: what changed last before the beginning stands
 * right below that line. Deploys appear if a script reports them.
 */
import type { Change } from "@posthorn/contract/changes";
import { API_VERSION } from "@posthorn/contract/endpoint";
import type { Issue } from "@posthorn/contract/issues";
import type { Marker } from "@posthorn/contract/markers";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { basePath } from "../../resources/base-path.ts";
import { changesAroundQuery } from "../../resources/issues/issue-queries.ts";
import { OwnLink } from "../../resources/own-link.tsx";
import { shellQuoted } from "../../resources/sources/curl-example.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { callerName, deed, distanceText, subjectName, valuesText } from "./change-words.ts";

export function WhatChanged({ issue }: { issue: Issue }) {
  return (
    <OverviewSection title="What changed around then">
      <Around issue={issue} />
    </OverviewSection>
  );
}

function Around({ issue }: { issue: Issue }) {
  const { data, error, refetch } = useQuery(changesAroundQuery(issue));
  if (data) return data.changes.length + data.markers.length === 0 ? <Nothing /> : <Timeline {...data} />;
  if (error) return <LoadFailedLine what="What changed" error={error} onRetry={refetch} />;
  return <Skeleton className="h-16 w-full" />;
}

interface TimelineProps {
  first_seen_at: string;
  reopened_at: string | null;
  changes: readonly Change[];
  markers: readonly Marker[];
  has_more: boolean;
}

interface Line {
  key: string;
  at: string;
  isBeginning?: boolean;
  content: ReactNode;
}

function Timeline({ first_seen_at, reopened_at, changes, markers, has_more }: TimelineProps) {
  const beginnings: Line[] = [
    { key: "first", at: first_seen_at, isBeginning: true, content: "The issue was seen for the first time" },
  ];
  if (reopened_at !== null)
    beginnings.push({ key: "again", at: reopened_at, isBeginning: true, content: "The issue opened again" });
  const lines: Line[] = [
    ...beginnings,
    ...changes.map((change) => ({
      key: change.id,
      at: change.created_at,
      content: <ChangeSentence change={change} />,
    })),
    ...markers.map((marker) => ({ key: marker.id, at: marker.at, content: <MarkerTitle marker={marker} /> })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <>
      <ol className="overflow-hidden rounded-lg border border-line bg-surface text-sm">
        {lines.map(({ key, at, isBeginning = false, content }) => (
          <li
            key={key}
            className={
              isBeginning
                ? "flex flex-wrap items-baseline gap-x-4 gap-y-1 border-l-3 border-l-bad bg-sunken px-3 py-2 font-medium not-first:border-t not-first:border-t-line"
                : "flex flex-wrap items-baseline gap-x-4 gap-y-1 px-3.75 py-2 not-first:border-t not-first:border-t-line"
            }
          >
            <Timestamp value={at} className="text-ink-2" />
            <div className="min-w-0 flex-1 basis-60 break-words">{content}</div>
            {isBeginning ? null : (
              <span className="whitespace-nowrap text-ink-2">
                {distanceText(fromNearest(at, beginnings))}
              </span>
            )}
          </li>
        ))}
      </ol>
      {has_more ? <p className="mt-2 text-xs text-ink-3">More changed. These are the nearest.</p> : null}
    </>
  );
}

/** In milliseconds; negative if it was before the beginning that is nearest. */
function fromNearest(at: string, beginnings: readonly Line[]): number {
  const distances = beginnings.map((beginning) => Date.parse(at) - Date.parse(beginning.at));
  return distances.reduce((nearest, one) => (Math.abs(one) < Math.abs(nearest) ? one : nearest));
}

const PAGES = {
  source: "/sources",
  destination: "/destinations",
  connection: "/connections",
  transformation: "/transformations",
  issue_trigger: "/issue-triggers",
} as const satisfies Record<Change["subject"]["type"], string>;

function ChangeSentence({ change }: { change: Change }) {
  const { subject } = change;
  const name = subjectName(subject);
  const values = change.fields.flatMap((field) => valuesText(field) ?? []);
  return (
    <>
      <p>
        {callerName(change.by)} {deed(change)}{" "}
        {subject.is_deleted ? (
          name
        ) : (
          <OwnLink address={`${PAGES[subject.type]}/${subject.id}`} className={linkClass}>
            {name}
          </OwnLink>
        )}
      </p>
      {values.map((text) => (
        <p key={text} className="mono break-all text-ink-2">
          {text}
        </p>
      ))}
    </>
  );
}

function MarkerTitle({ marker: { title, url } }: { marker: Marker }) {
  if (url === null) return title;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
      {title}
    </a>
  );
}

function Nothing() {
  return (
    <div className="flex flex-col gap-2 text-sm text-ink-2">
      <p>
        Nothing is recorded of the 24 hours before and the hour after: no change of what this issue is about,
        and no deploy. Have your deploy script report itself, and issues that begin then show it here.
      </p>
      <CodeBlock isWrapped code={deployReport()} copyLabel="Copy cURL command" />
    </div>
  );
}

/** The key comes from the environment, as in every command that we show. */
function deployReport(): string {
  return [
    `curl -X POST ${shellQuoted(`${location.origin}${basePath}/${API_VERSION}/markers`)}`,
    '  -H "Authorization: Bearer $POSTHORN_API_KEY"',
    `  -H ${shellQuoted("Content-Type: application/json")}`,
    `  -d ${shellQuoted(JSON.stringify({ title: "Deploy of orders-api" }))}`,
  ].join(" \\\n");
}
