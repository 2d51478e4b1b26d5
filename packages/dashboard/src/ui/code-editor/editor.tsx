/**
 * The editor itself: everything that needs CodeMirror, in a chunk of its own. `code-editor.tsx` loads it.
 *
 * One view lives as long as the component. A new value, language, mark or key changes the view and never replaces it,
 * so cursor, scroll position and undo history stay.
 */
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { jsonLanguage } from "@codemirror/lang-json";
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  indentOnInput,
  indentUnit,
  type Language,
} from "@codemirror/language";
import { Annotation, Compartment, EditorState, Prec, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
} from "@codemirror/view";
import { cx } from "class-variance-authority";
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import type { CodeEditorProps, CodeLanguage, Problem } from "./editor-types.ts";
import { editorTheme } from "./editor-theme.ts";
import { placeOf } from "./problem-text.ts";
import { lineMarks, setLineMarks } from "./line-marks.ts";
import { lintWith } from "./lint-sources.ts";
import { LEAVE_HINT, ProblemList } from "./problem-list.tsx";

/** Marks a change that came in as a new value, so that it is not reported back. */
const FromOutside = Annotation.define<true>();

/** The bare languages: what their packages add to them are suggestions, and those come from the screen. */
const LANGUAGES: Record<CodeLanguage, Language> = { json: jsonLanguage, javascript: javascriptLanguage };

/** The text is kept too: while a person types, the places belong to the text that was checked. */
interface Checked {
  problems: readonly Problem[];
  checkedText: string;
}

export function Editor(props: CodeEditorProps) {
  const {
    label,
    value,
    onChange,
    language,
    placeholder,
    marks,
    controls,
    describedBy,
    isInvalid,
    className,
  } = props;
  const isReadOnly = props.isReadOnly === true || onChange === undefined;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const aids = useRef<typeof import("./writing-aids.ts") | null>(null);
  const latest = useRef(props);
  const compartments = useRef({
    attributes: new Compartment(),
    language: new Compartment(),
    access: new Compartment(),
    aids: new Compartment(),
  });
  const [{ problems, checkedText }, setChecked] = useState<Checked>({ problems: [], checkedText: "" });
  const [isFocused, setIsFocused] = useState(false);
  const [hasAids, setHasAids] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);

  useLayoutEffect(() => {
    latest.current = props;
  });

  const access = isReadOnly ? readOnly : [];
  const attributes = EditorView.contentAttributes.of({
    "aria-label": label,
    "aria-multiline": "true",
    tabindex: "0", // its box scrolls, and axe does not count an editable element as a stop for Tab without it
    "aria-describedby": [isReadOnly ? null : `${id}-problems ${id}-leave`, describedBy]
      .filter(Boolean)
      .join(" "),
    ...(isReadOnly && { "aria-readonly": "true" }),
    ...(hasAids && !isReadOnly && { "aria-autocomplete": "list" }),
    ...((isInvalid === true || problems.some(({ severity }) => severity === "error")) && {
      "aria-invalid": "true",
    }),
  });

  // Once: what may change later goes through `latest` or a compartment.
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const inside = compartments.current;
    const created = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          inside.attributes.of(attributes),
          inside.language.of(LANGUAGES[language]),
          inside.access.of(access),
          ownKeys(() => latest.current.keys ?? {}),
          inside.aids.of([]),
          BASE,
          placeholder === undefined ? [] : placeholderText(placeholder),
          lintWith(
            () => latest.current.language,
            () => latest.current.lintSources ?? [],
            (found, text) => {
              setChecked({ problems: found, checkedText: text });
              latest.current.onProblems?.(found);
            },
          ),
          EditorView.domEventObservers({ scroll: () => latest.current.onMove?.() }),
          EditorView.updateListener.of((update) => {
            if (update.geometryChanged) latest.current.onMove?.();
            if (update.focusChanged) setIsFocused(update.view.hasFocus);
            if (update.focusChanged && update.view.hasFocus) void addAids();
            if (!update.docChanged || update.transactions.some((one) => one.annotation(FromOutside))) return;
            latest.current.onChange?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = created;
    const addAids = async () => {
      if (aids.current !== null) return;
      const loaded = await import("./writing-aids.ts").catch(() => null); // the next focus tries again
      if (loaded === null || aids.current !== null || view.current !== created) return;
      aids.current = loaded;
      const extension = loaded.writingAids({
        sources: () => latest.current.completionSources ?? [],
        onLeaving: setIsLeaving,
      });
      created.dispatch({ effects: inside.aids.reconfigure(extension) });
      setHasAids(true);
    };
    if (latest.current.isFocusedAtStart === true) created.focus();
    return () => {
      created.destroy();
      view.current = null;
      aids.current = null;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one view per editor; the effects below keep it up to date
  }, []);

  // Before anything else can happen: what is typed after the value was set must not be taken for an old text.
  useLayoutEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === value) return;
    const cursor = Math.min(current.state.selection.main.head, value.length);
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: value },
      selection: { anchor: cursor },
      annotations: [FromOutside.of(true), ...(aids.current ? [aids.current.ONE_STEP] : [])],
    });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: compartments.current.attributes.reconfigure(attributes) });
    // oxlint-disable-next-line react/exhaustive-deps -- `attributes` is made of exactly these
  }, [label, describedBy, isInvalid, isReadOnly, hasAids, problems]);
  useEffect(() => {
    view.current?.dispatch({ effects: compartments.current.language.reconfigure(LANGUAGES[language]) });
  }, [language]);
  useEffect(() => {
    view.current?.dispatch({ effects: compartments.current.access.reconfigure(isReadOnly ? readOnly : []) });
  }, [isReadOnly]);
  useEffect(() => {
    view.current?.dispatch({ effects: setLineMarks.of(marks ?? []) });
  }, [marks, value]);

  const reveal = (line: number, column = 1) => {
    const { current } = view;
    if (!current) return;
    const { from, to } = current.state.doc.line(Math.max(1, Math.min(line, current.state.doc.lines)));
    const anchor = Math.min(to, from + Math.max(0, column - 1));
    current.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    current.focus();
  };
  const lineY = (line: number): number | null => {
    const { current } = view;
    if (!current || line > current.state.doc.lines) return null;
    const { top, height } = current.lineBlockAt(current.state.doc.line(line).from);
    const y = current.documentTop + top + height / 2;
    const shown = current.scrollDOM.getBoundingClientRect();
    return y < shown.top || y > shown.bottom ? null : y;
  };
  useImperativeHandle(controls, () => ({ focus: () => view.current?.focus(), reveal, lineY }), []);

  return (
    <div
      className={cx(
        "flex h-full min-h-0 flex-col overflow-hidden rounded-md border outline-2 outline-offset-2 outline-transparent",
        isReadOnly ? "border-line bg-sunken" : "border-line-strong bg-surface",
        isInvalid === true && "border-bad",
        isFocused && "outline-ring",
        className,
      )}
    >
      <div ref={box} className="min-h-0 flex-1 overflow-hidden" />
      {isReadOnly ? null : (
        <>
          <p id={`${id}-leave`} className="sr-only">
            {LEAVE_HINT}
          </p>
          <ProblemList
            id={`${id}-problems`}
            text={checkedText}
            problems={problems}
            hint={isLeaving ? "Press Tab to leave the editor." : isFocused ? LEAVE_HINT : undefined}
            onReveal={({ from }) => {
              const { line, column } = placeOf(checkedText, from);
              reveal(line, column);
            }}
          />
        </>
      )}
    </div>
  );
}

const readOnly: Extension = EditorState.readOnly.of(true);

/** Before all other keys, so that Mod+Enter inserts no line. Which keys there are is fixed when the editor appears. */
function ownKeys(keys: () => Readonly<Record<string, () => void>>): Extension {
  const bindings = Object.keys(keys()).map((key) => ({
    key,
    run: () => {
      keys()[key]?.();
      return true;
    },
  }));
  return Prec.highest(keymap.of(bindings));
}

const BASE: Extension = [
  lineNumbers(),
  foldGutter(),
  codeFolding(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("  "),
  EditorState.tabSize.of(2),
  bracketMatching(),
  lineMarks,
  editorTheme,
];
