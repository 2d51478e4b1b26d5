/** /guides/{name}: one guide, as it is in docs/guides of the installed version. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ownUrl } from "../../resources/base-path.ts";
import { guideQuery, linkTarget, pictureUrl } from "../../resources/guides/guides.ts";
import { buttonClass } from "../../ui/button.tsx";
import { LensDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

const route = getRouteApi("/_app/guides/$name");

export function GuideScreen() {
  const { name } = route.useParams();
  const guide = useQuery(guideQuery(name));
  if (guide.data === null) return <NoSuchGuide />;
  return (
    <>
      <PageHeader
        title={guide.data?.title ?? "Guide"}
        crumbs={
          <>
            <Link to="/guides">Guides</Link>
            <span aria-hidden>/</span>
          </>
        }
      />
      <main className="min-h-0 flex-1 overflow-y-auto px-5 max-md:px-3">
        <article className="mx-auto max-w-180 pt-6 pb-16">
          {guide.data ? (
            <Markdown markdown={guide.data.markdown} renderLink={renderLink} imageUrl={pictureUrl} />
          ) : guide.isPending ? (
            <TextSkeleton label="Guide" lines={12} />
          ) : (
            <LoadFailed error={guide.error} onRetry={guide.refetch} />
          )}
        </article>
      </main>
    </>
  );
}

function NoSuchGuide() {
  usePageTitle("Guide not found");
  return (
    <main className="flex min-h-0 flex-1 items-center overflow-y-auto">
      <EmptyState
        isPage
        drawing={<LensDrawing />}
        title="Guide not found"
        action={
          <Link to="/guides" className={buttonClass({ variant: "primary" })}>
            Go to guides
          </Link>
        }
      >
        This version of Posthorn has no guide of this name.
      </EmptyState>
    </main>
  );
}

function renderLink(to: string, children: ReactNode): ReactNode {
  const target = linkTarget(to);
  switch (target.kind) {
    case "guide":
      return (
        <Link to="/guides/$name" params={{ name: target.name }} className={linkClass}>
          {children}
        </Link>
      );
    case "reference":
      return (
        <a href={ownUrl("/docs")} className={linkClass}>
          {children}
        </a>
      );
    case "web":
      return (
        <a href={target.url} target="_blank" rel="noopener" className={linkClass}>
          {children}
        </a>
      );
    case "file":
      return (
        <>
          {children} (<code className="mono">{target.path}</code>)
        </>
      );
  }
}
