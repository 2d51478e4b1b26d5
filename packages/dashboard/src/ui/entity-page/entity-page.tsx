/**
 * The frame of a page about one thing, such as a connection: breadcrumbs, title, actions and tabs, and the state of the
 * page while the thing loads, if it cannot be loaded, and if it does not exist or was deleted.
 *
 * A layout route draws the frame once for all tabs, so the focus stays on a tab that a person presses. The title
 * stands only in the bar at the top; it is also the title of the browser's tab.
 */
import type { ReactNode } from "react";
import { LoadFailed } from "../load-failed.tsx";
import { PageHeader } from "../page-header.tsx";
import { TextSkeleton } from "../skeleton.tsx";
import { EntityGone, whyGone } from "./entity-gone.tsx";

/** How a screen renders the link to the list: a breadcrumb and, on the screens for 404 and 410, a button. */
export interface ListLinkProps {
  className?: string;
  children: ReactNode;
}

/** The part of a query's result that the frame reads. */
export interface EntityQuery<Entity> {
  data: Entity | undefined;
  error: unknown;
  refetch: () => unknown;
}

export interface EntityPageProps<Entity> {
  /** The kind of thing, for the texts: "Connection" gives "Connection not found". */
  kind: string;
  /** The name of the list above the page: "Connections". */
  listLabel: string;
  renderListLink: (props: ListLinkProps) => ReactNode;
  query: EntityQuery<Entity>;
  title: (entity: Entity) => string;
  /** A few words beside the title. */
  note?: (entity: Entity) => ReactNode;
  /** Menu and buttons at the end of the bar, the primary one last. */
  renderActions?: (entity: Entity) => ReactNode;
  /** `TabLinks`. */
  tabs?: ReactNode;
  /** The content of the tab, in a `main`. It is rendered only once the thing is loaded. */
  children: ReactNode;
}

export function EntityPage<Entity>({
  kind,
  listLabel,
  renderListLink,
  query,
  title,
  note,
  renderActions,
  tabs,
  children,
}: EntityPageProps<Entity>) {
  const { data, error, refetch } = query;
  // Also if there is older data: another person may have deleted the thing meanwhile.
  const gone = whyGone(error);
  if (gone !== null)
    return <EntityGone kind={kind} why={gone} listLabel={listLabel} renderListLink={renderListLink} />;
  const crumbs = (
    <>
      {renderListLink({ children: listLabel })}
      <span aria-hidden>/</span>
    </>
  );
  if (data === undefined)
    return (
      <>
        <PageHeader title={kind} crumbs={crumbs} />
        <main className="min-h-0 flex-1 overflow-y-auto px-5 py-5 max-md:px-3">
          {error === null ? (
            <TextSkeleton label={kind} lines={8} />
          ) : (
            <LoadFailed error={error} onRetry={refetch} />
          )}
        </main>
      </>
    );
  return (
    <>
      <PageHeader title={title(data)} note={note?.(data)} crumbs={crumbs}>
        {renderActions?.(data)}
      </PageHeader>
      {tabs}
      {children}
    </>
  );
}
