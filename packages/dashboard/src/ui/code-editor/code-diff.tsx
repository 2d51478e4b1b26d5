/**
 * What changed between two texts, line by line? Unified, or side by side where there is room.
 *
 * `diffCounts` in `line-diff.ts` gives the counts for a tab (+11 −7) without this component. Its view needs CodeMirror
 * and loads like the editor's. Texts that are too long to compare get a sentence that says so.
 */
import { cx } from "class-variance-authority";
import { useMemo, type ReactNode } from "react";
import { later } from "../later.tsx";
import { useMediaQuery } from "../use-media-query.ts";
import { compareTexts } from "./diff-rows.ts";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import type { CodeLanguage } from "./editor-types.ts";
import { isTooLongToCompare, MOST_CHARACTERS } from "./line-diff.ts";

export interface CodeDiffProps {
  /** The accessible name: "Changes by the transformation". */
  label: string;
  before: string;
  after: string;
  language: CodeLanguage;
  /** A narrow window always shows one column. Default: unified. */
  layout?: "unified" | "side-by-side";
  height: number | "fill";
  className?: string;
}

const LoadedView = later(() => import("./diff-view.tsx")).component(
  (loaded) => loaded.DiffView,
  ({ label }) => <EditorSkeleton label={label} className="border-0" />,
);

export function CodeDiff({
  label,
  before,
  after,
  language,
  layout = "unified",
  height,
  className,
}: CodeDiffProps) {
  const isTooLong = isTooLongToCompare(before, after);
  const comparison = useMemo(
    () => (isTooLong ? null : compareTexts(before, after)),
    [isTooLong, before, after],
  );
  const isWide = useMediaQuery("(min-width: 768px)");
  return (
    <div
      className={cx(
        "flex flex-col overflow-hidden rounded-md border border-line bg-sunken",
        height === "fill" && "h-full min-h-0",
        className,
      )}
      style={height === "fill" ? {} : { height }}
    >
      {comparison === null ? (
        <Sentence>
          No comparison: one of the texts is longer than {MOST_CHARACTERS.toLocaleString("en")} characters.
        </Sentence>
      ) : comparison.added + comparison.removed === 0 ? (
        <Sentence>Both texts are alike.</Sentence>
      ) : (
        <LoadedView
          label={label}
          before={before}
          after={after}
          language={language}
          comparison={comparison}
          isSideBySide={isWide && layout === "side-by-side"}
        />
      )}
    </div>
  );
}

function Sentence({ children }: { children: ReactNode }) {
  return <p className="m-auto p-6 text-center text-sm text-ink-2">{children}</p>;
}
