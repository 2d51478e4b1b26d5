/**
 * The view of a comparison: the part of `code-diff.tsx` that needs CodeMirror. It is read-only. Its columns are editors
 * whose lines are the rows of the comparison, so text can be selected, copied and searched.
 */
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField, type Extension, type Range } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  gutter,
  GutterMarker,
  keymap,
  WidgetType,
  type DecorationSet,
} from "@codemirror/view";
import { useEffect, useId, useRef } from "react";
import { foldsOf, foldText, sideBySide, type Comparison, type DiffRow, type Fold } from "./diff-rows.ts";
import { tokensByLine, type LineToken } from "./diff-tokens.ts";
import { editorTheme } from "./editor-theme.ts";
import type { CodeLanguage } from "./editor-types.ts";

export interface DiffViewProps {
  label: string;
  before: string;
  after: string;
  language: CodeLanguage;
  comparison: Comparison;
  isSideBySide: boolean;
}

interface Column {
  label: string;
  rows: readonly DiffRow[];
  numbers: readonly ("before" | "after")[];
}

export function DiffView({ label, before, after, language, comparison, isSideBySide }: DiffViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const { added, removed } = comparison;
  useEffect(() => {
    const parent = box.current;
    if (!parent) return undefined;
    const views: EditorView[] = [];
    const open = (fold: number) => {
      for (const view of views) view.dispatch({ effects: unfold.of(fold) });
    };
    const colours = { before: tokensByLine(before, language), after: tokensByLine(after, language) };
    for (const column of columnsOf(label, comparison, isSideBySide)) {
      const state = EditorState.create({
        doc: column.rows.map(({ text }) => text).join("\n"),
        extensions: [
          numberGutters(column),
          signGutter(column.rows),
          rowDecorations(column.rows, colours),
          folding(column.rows, open),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({
            "aria-label": column.label,
            tabindex: "0",
            "aria-readonly": "true",
            "aria-describedby": id,
          }),
          drawSelection(),
          highlightSelectionMatches(),
          search({ top: true }),
          keymap.of(searchKeymap),
          editorTheme,
          diffTheme,
        ],
      });
      views.push(new EditorView({ state, parent }));
    }
    return () => views.forEach((view) => view.destroy());
  }, [label, before, after, language, comparison, isSideBySide, id]);
  return (
    <>
      <p id={id} className="sr-only">
        {lineCount(added)} added, {lineCount(removed)} removed.
      </p>
      <div
        ref={box}
        className={
          isSideBySide
            ? "grid min-h-0 flex-1 grid-cols-2 items-start divide-x divide-line overflow-y-auto"
            : "min-h-0 flex-1 overflow-y-auto"
        }
      />
    </>
  );
}

function lineCount(count: number): string {
  return `${count} ${count === 1 ? "line" : "lines"}`;
}

function columnsOf(label: string, { rows }: Comparison, isSideBySide: boolean): Column[] {
  if (!isSideBySide) return [{ label, rows, numbers: ["before", "after"] }];
  const { left, right } = sideBySide(rows);
  return [
    { label: `${label}, before`, rows: left, numbers: ["before"] },
    { label: `${label}, after`, rows: right, numbers: ["after"] },
  ];
}

class TextMarker extends GutterMarker {
  private readonly text: string;
  override readonly elementClass: string;
  constructor(text: string, kind: DiffRow["kind"]) {
    super();
    this.text = text;
    this.elementClass = kind === "same" ? "" : `cm-${kind}`;
  }
  override eq(other: TextMarker): boolean {
    return other.text === this.text && other.elementClass === this.elementClass;
  }
  override toDOM(): Node {
    return document.createTextNode(this.text);
  }
}

function rowGutter(className: string, rows: readonly DiffRow[], textOf: (row: DiffRow) => string): Extension {
  const longest = rows.reduce((width, row) => Math.max(width, textOf(row).length), 1);
  return gutter({
    class: className,
    initialSpacer: () => new TextMarker("0".repeat(longest), "same"),
    lineMarker: (view, { from }) => {
      const row = rows[view.state.doc.lineAt(from).number - 1];
      return row ? new TextMarker(textOf(row), row.kind) : null;
    },
  });
}

function numberGutters({ rows, numbers }: Column): Extension {
  return numbers.map((side) => rowGutter("cm-lineNumbers", rows, (row) => String(row[side] ?? "")));
}

const SIGNS: Record<DiffRow["kind"], string> = { same: "", gap: "", added: "+", removed: "−" };

function signGutter(rows: readonly DiffRow[]): Extension {
  return rowGutter("cm-signs", rows, ({ kind }) => SIGNS[kind]);
}

/** What the colours say, for screen readers: gutters are hidden from them. */
class Spoken extends WidgetType {
  private readonly word: string;
  constructor(word: string) {
    super();
    this.word = word;
  }
  override eq(other: Spoken): boolean {
    return other.word === this.word;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "sr-only";
    element.textContent = this.word;
    return element;
  }
}

function rowDecorations(
  rows: readonly DiffRow[],
  colours: Record<"before" | "after", readonly (readonly LineToken[])[]>,
): Extension {
  const ranges: Range<Decoration>[] = [];
  let start = 0;
  for (const [at, { kind, text, before, after }] of rows.entries()) {
    if (kind !== "same") {
      ranges.push(Decoration.line({ class: `cm-${kind}` }).range(start));
      if (kind !== "gap" && rows[at - 1]?.kind !== kind) {
        const widget = new Spoken(kind === "added" ? "Added: " : "Removed: ");
        ranges.push(Decoration.widget({ widget, side: -1 }).range(start));
      }
    }
    const tokens = before === null ? colours.after[(after ?? 0) - 1] : colours.before[before - 1];
    for (const { from, to, className } of tokens ?? []) {
      ranges.push(Decoration.mark({ class: className }).range(start + from, start + to));
    }
    start += text.length + 1;
  }
  return EditorView.decorations.of(Decoration.set(ranges, true));
}

/** Opens the fold with this number, in all columns. */
const unfold = StateEffect.define<number>();

class FoldButton extends WidgetType {
  private readonly fold: Fold;
  private readonly onOpen: () => void;
  constructor(fold: Fold, onOpen: () => void) {
    super();
    this.fold = fold;
    this.onOpen = onOpen;
  }
  override eq(other: FoldButton): boolean {
    return other.fold === this.fold;
  }
  override toDOM(): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "cm-fold";
    button.textContent = foldText(this.fold);
    button.addEventListener("click", this.onOpen);
    return button;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

function folding(rows: readonly DiffRow[], onOpen: (fold: number) => void): Extension {
  const folds = foldsOf(rows);
  return StateField.define<DecorationSet>({
    create: (state) => Decoration.set(folds.map((fold, at) => foldRange(state, fold, () => onOpen(at)))),
    update(shown, { effects, state }) {
      const opened = effects.filter((effect) => effect.is(unfold)).map(({ value }) => folds[value]);
      const starts = new Set(opened.map((fold) => (fold ? state.doc.line(fold.first + 1).from : -1)));
      return starts.size === 0 ? shown : shown.update({ filter: (from) => !starts.has(from) });
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

function foldRange(state: EditorState, fold: Fold, onOpen: () => void): Range<Decoration> {
  const widget = new FoldButton(fold, onOpen);
  const { from } = state.doc.line(fold.first + 1);
  return Decoration.replace({ widget, block: true }).range(from, state.doc.line(fold.last + 1).to);
}

const diffTheme = EditorView.theme({
  "&": { height: "auto" },
  ".cm-scroller": { overflowX: "auto" },
  ".cm-added, .cm-removed": { "--code-quiet": "var(--ink-2)" },
  ".cm-added": { backgroundColor: "var(--ok-bg)" },
  ".cm-removed": { backgroundColor: "var(--bad-bg)" },
  ".cm-gap": { backgroundColor: "var(--hover)" },
  ".cm-gutterElement.cm-added, .cm-gutterElement.cm-removed": { color: "var(--ink-2)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "28px", padding: "0 4px 0 8px" },
  ".cm-signs .cm-gutterElement": { minWidth: "20px", textAlign: "center" },
  ".cm-signs .cm-gutterElement.cm-added": { color: "var(--ok)" },
  ".cm-signs .cm-gutterElement.cm-removed": { color: "var(--bad)" },
  ".cm-fold": {
    display: "block",
    width: "100%",
    padding: "4px 12px",
    textAlign: "left",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
    lineHeight: "16px",
    color: "var(--ink-2)",
    backgroundColor: "var(--hover)",
  },
  ".cm-fold:hover": { backgroundColor: "var(--sel)", color: "var(--ink)" },
});
