/** /guides: which guides are there? Also the way to the API reference. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BookOpen, CodeXml } from "lucide-react";
import { ownUrl } from "../../resources/base-path.ts";
import { guidesQuery } from "../../resources/guides/guides.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";

const ROW =
  "flex min-h-11 items-center gap-3 px-4 py-2 font-medium transition-colors hover:bg-sel [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3";

export function GuidesScreen() {
  const guides = useQuery(guidesQuery);
  return (
    <>
      <PageHeader title="Guides" />
      <main className="min-h-0 flex-1 overflow-y-auto px-5 max-md:px-3">
        <div className="mx-auto flex max-w-180 flex-col gap-4 pt-6 pb-16">
          <p className="text-ink-2">
            How to do things with Posthorn, step by step. Press <Kbd keys="Shift+?" /> on any page for its
            keyboard shortcuts.
          </p>
          {guides.data ? (
            <ul
              aria-label="Guides"
              className="overflow-hidden rounded-md border border-line bg-surface [&>li+li]:border-t [&>li+li]:border-line"
            >
              {guides.data.map(({ name, title }) => (
                <li key={name}>
                  <Link to="/guides/$name" params={{ name }} className={ROW}>
                    <BookOpen aria-hidden />
                    {title}
                  </Link>
                </li>
              ))}
              <li>
                <a href={ownUrl("/docs")} className={ROW}>
                  <CodeXml aria-hidden />
                  API reference
                </a>
              </li>
            </ul>
          ) : guides.isPending ? (
            <TextSkeleton label="Guides" lines={8} />
          ) : (
            <LoadFailed error={guides.error} onRetry={guides.refetch} />
          )}
        </div>
      </main>
    </>
  );
}
