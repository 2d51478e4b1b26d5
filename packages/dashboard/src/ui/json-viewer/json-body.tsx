/**
 * Shows a JSON body as a tree, as received, or as types.
 *
 * Folds, the search and the position in the tree stay while the person looks at another view.
 */
import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { findHits, findTreeHits } from "./find-hits.ts";
import type { FlatJson } from "./flat-json.ts";
import { IconButton } from "../icon-button.tsx";
import { TextSkeleton } from "../skeleton.tsx";
import { JsonTree } from "./json-tree.tsx";
import { Notice } from "./notice.tsx";
import { RawText } from "./raw-text-later.tsx";
import type { FilterBy } from "./row-menu.tsx";
import { useTypeTexts } from "./types/use-type-texts.ts";
import { useSearch } from "./use-search.ts";
import { useTree } from "./use-tree.ts";
import { ViewSwitch, type BodyView } from "./view-switch.tsx";
import { ViewerFrame } from "./viewer-frame.tsx";

export type JsonBodyProps = {
  json: FlatJson;
  contentType: string | null;
  label: string;
  maxHeight: string;
  marked: string | undefined;
  onFilterBy: FilterBy | undefined;
};

const LANGUAGES = { typescript: "TypeScript", go: "Go" };

export function JsonBody(props: JsonBodyProps): ReactNode {
  const { json, contentType, label, maxHeight, marked = "", onFilterBy } = props;
  const [view, setView] = useState<BodyView>("tree");
  const search = useSearch(marked);
  const tree = useTree(json);
  const language = view === "typescript" || view === "go" ? view : null;
  const types = useTypeTexts(json.text, language !== null);
  const typeText = language === null || types === null || types === "failed" ? null : types[language];
  const shownText = language === null ? json.text : typeText;
  const treeHits = useMemo(
    () => findTreeHits(json, view === "tree" ? search.query : ""),
    [json, view, search.query],
  );
  const textHits = useMemo(
    () => findHits(shownText ?? "", view === "tree" ? "" : search.query),
    [shownText, view, search.query],
  );
  const hitCount = view === "tree" ? treeHits.start.length : textHits.start.length;

  const { reveal } = tree;
  useEffect(() => {
    const start = treeHits.start[search.step.hit];
    const row = treeHits.row[search.step.hit];
    if (start !== undefined && row !== undefined) reveal(row, start);
  }, [reveal, treeHits, search.step]);

  const showView = (chosen: BodyView) => {
    setView(chosen);
    search.changeQuery(search.query); // the other view counts its own hits
  };

  return (
    <ViewerFrame
      text={json.text}
      contentType={contentType}
      label={label}
      search={search}
      hitCount={hitCount}
      copied={language === null ? undefined : { text: typeText, label: `Copy ${LANGUAGES[language]} types` }}
      controls={
        <>
          <ViewSwitch view={view} onView={showView} hasTree />
          <IconButton
            size="sm"
            label="Fold all"
            icon={<ChevronsDownUp />}
            disabled={view !== "tree"}
            onClick={tree.foldAll}
          />
          <IconButton
            size="sm"
            label="Unfold all"
            icon={<ChevronsUpDown />}
            disabled={view !== "tree"}
            onClick={tree.unfoldAll}
          />
        </>
      }
    >
      {view === "tree" ? (
        <JsonTree
          tree={tree}
          hits={treeHits}
          currentHit={search.step.hit}
          label={label}
          maxHeight={maxHeight}
          onFilterBy={onFilterBy}
        />
      ) : shownText !== null ? (
        <RawText
          key={view}
          text={shownText}
          hits={textHits}
          step={search.step}
          label={language === null ? `${label} as text` : `${label} as ${LANGUAGES[language]} types`}
          maxHeight={maxHeight}
        />
      ) : types === "failed" ? (
        <Notice>The types could not be derived. Reload the page to try again.</Notice>
      ) : (
        <TextSkeleton label="types" lines={6} />
      )}
    </ViewerFrame>
  );
}
