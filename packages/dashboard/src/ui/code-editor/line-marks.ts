/** Tints lines and writes notes at their ends. Marks are set from outside and move with the text until the next set. */
import { RangeSet, StateEffect, StateField, type EditorState, type Range } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutterLineClass,
  WidgetType,
  type DecorationSet,
} from "@codemirror/view";
import type { LineMark } from "./editor-types.ts";

export const setLineMarks = StateEffect.define<readonly LineMark[]>();

/** Words for what the colours say. */
const SIGNS = { ok: "✓", bad: "✗", hold: "!" };
const WORDS = { ok: "holds", bad: "fails", hold: "note" };

class Note extends WidgetType {
  private readonly tone: LineMark["tone"];
  private readonly note: string;
  constructor({ tone, note = "" }: LineMark) {
    super();
    this.tone = tone;
    this.note = note;
  }
  override eq(other: Note): boolean {
    return other.tone === this.tone && other.note === this.note;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = `cm-lineNote cm-lineNote-${this.tone}`;
    element.setAttribute("role", "note");
    element.setAttribute("aria-label", [WORDS[this.tone], this.note].filter(Boolean).join(": "));
    element.textContent = `${SIGNS[this.tone]} ${this.note}`;
    return element;
  }
}

function decorations(state: EditorState, marks: readonly LineMark[]): DecorationSet {
  const ranges = marks
    .filter(({ line }) => line >= 1 && line <= state.doc.lines)
    .flatMap((mark): Range<Decoration>[] => {
      const { from, to } = state.doc.line(mark.line);
      const note = Decoration.widget({ widget: new Note(mark), side: 1 }).range(to);
      if (mark.isTinted === false) return [note];
      return [Decoration.line({ class: `cm-${mark.tone}-line` }).range(from), note];
    });
  return Decoration.set(ranges, true);
}

class TintedGutter extends GutterMarker {
  override readonly elementClass: string;
  constructor(tone: LineMark["tone"]) {
    super();
    this.elementClass = `cm-${tone}-line`;
  }
}

const TINTS = { ok: new TintedGutter("ok"), bad: new TintedGutter("bad"), hold: new TintedGutter("hold") };

/** The tint of a line begins at its number. */
function gutterTints(state: EditorState, marks: readonly LineMark[]): RangeSet<GutterMarker> {
  const tinted = marks.filter(
    ({ line, isTinted }) => isTinted !== false && line >= 1 && line <= state.doc.lines,
  );
  return RangeSet.of(
    tinted.map(({ line, tone }) => TINTS[tone].range(state.doc.line(line).from)),
    true,
  );
}

interface Shown {
  lines: DecorationSet;
  gutter: RangeSet<GutterMarker>;
}

export const lineMarks = StateField.define<Shown>({
  create: () => ({ lines: Decoration.none, gutter: RangeSet.empty }),
  update(shown, { changes, docChanged, effects, state }) {
    let next = docChanged ? { lines: shown.lines.map(changes), gutter: shown.gutter.map(changes) } : shown;
    for (const effect of effects) {
      if (effect.is(setLineMarks)) {
        next = { lines: decorations(state, effect.value), gutter: gutterTints(state, effect.value) };
      }
    }
    return next;
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ lines }) => lines),
    gutterLineClass.from(field, ({ gutter }) => gutter),
  ],
});
