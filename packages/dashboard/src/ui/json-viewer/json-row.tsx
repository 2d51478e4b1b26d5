/**
 * What does one row of the tree look like?
 *
 * Memoised on plain values, so that scrolling draws only rows that come into view. Closing brackets and later pieces
 * of a long string are hidden from assistive technology, because the first row already says everything.
 */
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, use, type ReactNode } from "react";
import type { TreeHits } from "./find-hits.ts";
import { at, hasComma, isFoldable, keyText, RowKind, type FlatJson } from "./flat-json.ts";
import { MarkedText } from "./marked-text.tsx";
import { foldedSummary, GUTTER_PX, indentChars, needsMeasuring, wrapChars } from "./row-layout.ts";
import { PLACEHOLDER_CLASS, PlaceholderContext } from "./placeholder.ts";
import { isLongString, pieceBounds } from "./visible-rows.ts";

export type JsonRowProps = {
  json: FlatJson;
  id: string;
  entry: number;
  row: number;
  piece: number;
  topPx: number;
  columns: number;
  isFolded: boolean;
  isInFull: boolean;
  isActive: boolean;
  hits: TreeHits;
  currentStart: number;
};

const VALUE_COLOUR: Record<number, string> = {
  [RowKind.String]: "text-(--str)",
  [RowKind.Number]: "text-(--num)",
  [RowKind.Literal]: "text-(--num)",
};

export const JsonRow = memo(function JsonRow(props: JsonRowProps): ReactNode {
  const { json, row, piece, isFolded, isInFull } = props;
  const placeholder = use(PlaceholderContext);
  const canFold = isFoldable(json, row);
  const isShortened = isLongString(json, row) && !isInFull;
  const { from, to } = drawnValue(json, row, piece);
  const isOwnItem = at(json.kind, row) !== RowKind.Close && piece === 0;
  const mustMeasure = isShortened || needsMeasuring(keyText(json, row) + json.text.slice(from, to));
  const isLastPiece = !isLongString(json, row) || (isInFull && to === at(json.valueEnd, row));

  return (
    <div
      id={props.id}
      data-index={props.entry}
      data-measured={mustMeasure || undefined}
      data-row={row}
      {...(isOwnItem ? itemRole(props, canFold) : { "aria-hidden": true })}
      className={props.isActive && isOwnItem ? "group-focus/tree:shadow-[-2px_0_0_var(--ring)]" : undefined}
      // Few and simple, because setting styles is the largest cost of a row while scrolling.
      style={{
        position: "absolute",
        top: props.topPx,
        left: `calc(${GUTTER_PX}px + ${indentChars(json, row)}ch)`,
        // Half a character more than counted: a browser's characters are a little wider than `ch` says, and a full line
        // would lose its last one to the row below.
        width: `${wrapChars(json, row, props.columns) + 0.5}ch`,
      }}
    >
      {canFold && (
        <span
          data-toggle
          aria-hidden
          className="absolute flex h-5 w-6 cursor-pointer items-center justify-center text-(--ink-3) hover:text-(--ink)"
          style={{ marginLeft: -24 }}
        >
          {isFolded ? <ChevronRight size={14} /> : <ChevronDown size={14} />}
        </span>
      )}
      {piece === 0 && <Key {...props} />}
      {canFold && isFolded ? (
        <span data-toggle className="cursor-pointer text-(--ink-3)">
          {foldedSummary(json, row)}
        </span>
      ) : (
        <span
          className={
            isPlaceholder(json, row, placeholder) ? PLACEHOLDER_CLASS : VALUE_COLOUR[at(json.kind, row)]
          }
        >
          {at(json.kind, row) <= RowKind.Close ? (
            brackets(json, row)
          ) : (
            <MarkedText {...props} text={json.text} from={from} to={to} />
          )}
        </span>
      )}
      {isShortened && <ShowAll chars={at(json.valueEnd, row) - at(json.valueStart, row)} />}
      {isLastPiece && (isFolded || !canFold) && hasComma(json, row) && ","}
    </div>
  );
});

function isPlaceholder(json: FlatJson, row: number, placeholder: string | undefined): boolean {
  if (placeholder === undefined || at(json.kind, row) !== RowKind.String) return false;
  const [from, to] = [at(json.valueStart, row), at(json.valueEnd, row)];
  return to - from === placeholder.length + 2 && json.text.startsWith(placeholder, from + 1);
}

function itemRole({ json, row, isFolded, isActive }: JsonRowProps, canFold: boolean) {
  const parent = json.parent[row] ?? -1;
  return {
    role: "treeitem",
    "aria-level": at(json.depth, row) + 1,
    "aria-setsize": parent < 0 ? 1 : at(json.childCount, parent),
    "aria-posinset": at(json.position, row) + 1,
    "aria-selected": isActive,
    ...(canFold ? { "aria-expanded": !isFolded } : {}),
  };
}

function Key({ json, row, hits, currentStart }: JsonRowProps): ReactNode {
  const from = at(json.keyStart, row);
  const to = at(json.keyEnd, row);
  if (from === to) return null;
  return (
    <>
      <span className="text-(--key)">
        <MarkedText text={json.text} from={from} to={to} hits={hits} currentStart={currentStart} />
      </span>
      {": "}
    </>
  );
}

/** Enter on the row activates it. A tab stop of its own inside the tree would trap the keyboard. */
function ShowAll({ chars }: { chars: number }): ReactNode {
  return (
    <>
      {"… "}
      <span data-show-all className="cursor-pointer text-(--ink) underline underline-offset-2">
        Show all
      </span>
      <span className="text-(--ink-3)"> ({chars.toLocaleString("en")} characters)</span>
    </>
  );
}

function brackets(json: FlatJson, row: number): string {
  const bracket = json.text.charAt(at(json.valueStart, row));
  if (at(json.kind, row) === RowKind.Close || isFoldable(json, row)) return bracket;
  return at(json.kind, row) === RowKind.Object ? "{}" : "[]";
}

function drawnValue(json: FlatJson, row: number, piece: number): { from: number; to: number } {
  if (isLongString(json, row)) return pieceBounds(json, row, piece);
  const from = at(json.valueStart, row);
  return { from, to: at(json.kind, row) <= RowKind.Close ? from + 1 : at(json.valueEnd, row) };
}
