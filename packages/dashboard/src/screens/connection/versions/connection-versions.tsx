/**
 * /connections/{id}/versions: every save of the connection, its source and its destination, who made it, and what it changed.
 *
 * The newest first. One version is shown beside the list, compared with the one before it or with any other. The audit log
 * keeps versions only for some time, and the screen says how far back they go.
 */
import type { ConnectionVersion } from "@posthorn/contract/connection-versions";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { versionsQuery } from "../../../resources/connection-versions/version-queries.ts";
import { authorOf, changesOf } from "../../../resources/connection-versions/version-words.ts";
import { useRefusal } from "../../../resources/session/use-refusal.ts";
import { countText } from "../../../ui/count.ts";
import { LockedDrawing, QuietListDrawing } from "../../../ui/drawings.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { VersionComparison } from "./version-comparison.tsx";

const route = getRouteApi("/_app/connections/$id/versions");

export function ConnectionVersions() {
  const refusal = useRefusal("configure");
  return (
    <main className="min-h-0 flex-1 overflow-y-auto px-5 py-4 max-md:px-3">
      {refusal === undefined ? (
        <Versions />
      ) : (
        <EmptyState drawing={<LockedDrawing />} title="Versions are for people who edit connections">
          {refusal}
        </EmptyState>
      )}
    </main>
  );
}

function Versions() {
  const { id } = route.useParams();
  const { next, version } = route.useSearch();
  const list = useQuery(versionsQuery(id, next));
  if (!list.data)
    return list.isError ? (
      <LoadFailed error={list.error} onRetry={list.refetch} />
    ) : (
      <TextSkeleton label="Versions" lines={8} />
    );
  const { models, begins, kept_days } = list.data;
  const reach = reachText(begins, kept_days);
  const [newest] = models;
  if (newest === undefined)
    return (
      <EmptyState drawing={<QuietListDrawing />} title="No versions yet">
        Each save of the rules, the source or the destination becomes a version, with the person who made it.{" "}
        {reach}
      </EmptyState>
    );
  const shown = models.find((one) => one.id === version) ?? newest;
  return (
    <div className="mx-auto grid max-w-330 grid-cols-[minmax(240px,340px)_minmax(0,1fr)] items-start gap-x-5 gap-y-4 max-lg:grid-cols-1">
      <section aria-labelledby="versions-heading" className="min-w-0">
        <h2 id="versions-heading" className="mb-2 text-sm font-semibold">
          Versions
        </h2>
        <ol
          aria-busy={list.isPlaceholderData || undefined}
          className="rounded-lg border border-line bg-surface text-sm aria-busy:opacity-60 max-lg:max-h-80 max-lg:overflow-y-auto"
        >
          {models.map((one) => (
            <VersionRow key={one.id} version={one} isShown={one.id === shown.id} />
          ))}
        </ol>
        <p className="mt-2 text-xs text-ink-2">{reach}</p>
        <nav aria-label="Pages of versions" className="mt-2 flex gap-4 text-sm empty:hidden">
          {next === undefined ? null : <PageLink>Newest versions</PageLink>}
          {list.data.next === null ? null : <PageLink next={list.data.next}>Older versions</PageLink>}
        </nav>
      </section>
      <VersionComparison connectionId={id} version={shown} versions={models} />
    </div>
  );
}

function PageLink({ next, children }: { next?: string; children: ReactNode }) {
  return (
    <Link
      from="/connections/$id/versions"
      to="."
      search={next === undefined ? {} : { next }}
      className={linkClass}
    >
      {children}
    </Link>
  );
}

function VersionRow({ version, isShown }: { version: ConnectionVersion; isShown: boolean }) {
  const { id, created_at } = version;
  return (
    <li className="border-b border-line first:*:rounded-t-lg last:border-b-0 last:*:rounded-b-lg">
      <Link
        from="/connections/$id/versions"
        to="."
        search={({ next }) => ({ next, version: id })}
        aria-current={isShown ? "true" : undefined}
        className="block px-3 py-2 hover:bg-sunken focus-visible:outline-offset-[-2px] aria-[current]:bg-sel"
      >
        <span className="block [overflow-wrap:anywhere]">{changesOf(version)}</span>
        {created_at === null ? null : (
          <span className="mt-0.5 flex flex-wrap items-baseline gap-x-2 text-xs text-ink-2">
            <span className="min-w-0 truncate">{authorOf(version)}</span>
            <Timestamp value={created_at} />
          </span>
        )}
      </Link>
    </li>
  );
}

/** How far back the list goes, and why not further. */
function reachText(begins: "created" | "expired" | "unrecorded", keptDays: number): string {
  const kept = `Versions are kept for ${countText(keptDays)} ${keptDays === 1 ? "day" : "days"}.`;
  if (begins === "expired") return `${kept} Older ones are gone.`;
  if (begins === "unrecorded")
    return `${kept} The making of this connection was not recorded, so saves from that time are not here.`;
  return `${kept} These are all since the connection was created.`;
}
