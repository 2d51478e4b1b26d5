/**
 * Shows a JSON body as a tree or as received.
 *
 * Folds, the search and the position in the tree stay while the person looks at the raw text.
 */
import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { findHits, findTreeHits } from "./find-hits.ts";
import type { FlatJson } from "./flat-json.ts";
import { IconButton } from "../icon-button.tsx";
import { JsonTree } from "./json-tree.tsx";
import { RawText } from "./raw-text.tsx";
import { useSearch } from "./use-search.ts";
import { useTree } from "./use-tree.ts";
import { ViewerFrame } from "./viewer-frame.tsx";

export type JsonBodyProps = { json: FlatJson; contentType: string | null; label: string; maxHeight: string };

export function JsonBody({ json, contentType, label, maxHeight }: JsonBodyProps): ReactNode {
  const [view, setView] = useState<"tree" | "raw">("tree");
  const search = useSearch();
  const tree = useTree(json);
  const treeHits = useMemo(
    () => findTreeHits(json, view === "tree" ? search.query : ""),
    [json, view, search.query],
  );
  const rawHits = useMemo(
    () => findHits(json.text, view === "raw" ? search.query : ""),
    [json, view, search.query],
  );
  const hitCount = view === "tree" ? treeHits.start.length : rawHits.start.length;

  const { reveal } = tree;
  useEffect(() => {
    const start = treeHits.start[search.step.hit];
    const row = treeHits.row[search.step.hit];
    if (start !== undefined && row !== undefined) reveal(row, start);
  }, [reveal, treeHits, search.step]);

  const showView = (chosen: "tree" | "raw") => {
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
      controls={
        <>
          <ViewButton name="Tree" isChosen={view === "tree"} onChoose={() => showView("tree")} />
          <ViewButton name="Raw" isChosen={view === "raw"} onChoose={() => showView("raw")} />
          <IconButton
            size="sm"
            label="Fold all"
            icon={<ChevronsDownUp />}
            disabled={view === "raw"}
            onClick={tree.foldAll}
          />
          <IconButton
            size="sm"
            label="Unfold all"
            icon={<ChevronsUpDown />}
            disabled={view === "raw"}
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
        />
      ) : (
        <RawText
          text={json.text}
          hits={rawHits}
          step={search.step}
          label={`${label} as text`}
          maxHeight={maxHeight}
        />
      )}
    </ViewerFrame>
  );
}

function ViewButton(props: { name: string; isChosen: boolean; onChoose: () => void }): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={props.isChosen}
      onClick={props.onChoose}
      className="h-6 cursor-pointer rounded-[4px] px-1.5 text-(--ink-2) hover:text-(--ink) focus-visible:outline-2 focus-visible:outline-(--ring) aria-pressed:font-semibold aria-pressed:text-(--ink)"
    >
      {props.name}
    </button>
  );
}
