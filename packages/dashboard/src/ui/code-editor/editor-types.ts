/**
 * What does a screen tell a code editor, and what does it get back?
 *
 * Plain data and functions of texts and offsets: a screen never touches CodeMirror, so all of CodeMirror stays in the
 * lazy chunk, and what a screen passes in can be tested without a browser.
 */
import type { RefObject } from "react";

export type CodeLanguage = "json" | "javascript";

/** Offsets into the text. */
export interface Problem {
  from: number;
  to: number;
  severity: "error" | "warning" | "info";
  message: string;
}

/** Called a moment after each change. */
export type LintSource = (text: string) => readonly Problem[] | Promise<readonly Problem[]>;

export interface Suggestion {
  label: string;
  /** One sentence, shown beside the list. */
  info?: string;
  /** A word at the end of the row, such as the type of the value. */
  detail?: string;
  kind?: "property" | "keyword" | "function" | "variable" | "constant";
  /** What is inserted, if it is not the label. `${1:text}` is a place to fill in, `${}` the cursor. */
  template?: string;
  /** How many characters before `from` the suggestion replaces too, such as the dot before a name in brackets. */
  replacesBefore?: number;
  /** Higher comes first, between −99 and 99. */
  boost?: number;
}

export interface Suggestions {
  /** Where the text starts that a suggestion replaces, and where it ends if not at the cursor. */
  from: number;
  to?: number;
  options: readonly Suggestion[];
  /** While the typed text matches this, the list is narrowed and not asked for again. */
  validFor?: RegExp;
}

export interface CompletionRequest {
  text: string;
  /** Where the cursor is. */
  position: number;
  /** The person asked with Ctrl+Space, rather than by typing. */
  isExplicit: boolean;
}

export type CompletionSource = (
  request: CompletionRequest,
) => Suggestions | null | Promise<Suggestions | null>;

/** Tints a whole line. Lines count from 1. */
export interface LineMark {
  line: number;
  tone: "ok" | "bad" | "hold";
  /** Whether the whole line is tinted, or only the sign at its end is shown. Default: tinted. */
  isTinted?: boolean;
  /** Shown at the end of the line. */
  note?: string;
}

export interface EditorControls {
  focus: () => void;
  /** Puts the cursor there, scrolls to it and takes the focus. Both count from 1. */
  reveal: (line: number, column?: number) => void;
  /** The middle of a line in pixels from the top of the window. Null if the line is out of view. */
  lineY: (line: number) => number | null;
}

export interface CodeEditorProps {
  /** The accessible name: "Filter for the body". */
  label: string;
  value: string;
  /** Without it, the editor is read-only. */
  onChange?: ((value: string) => void) | undefined;
  language: CodeLanguage;
  isReadOnly?: boolean;
  placeholder?: string;
  /** Pixels, or `fill` for the height of the box around it. The editor never grows: its text scrolls. */
  height: number | "fill";
  /** JSON is always checked for its syntax; these are asked only about texts that pass. */
  lintSources?: readonly LintSource[];
  completionSources?: readonly CompletionSource[];
  /** Keys in CodeMirror's spelling: `Mod-Enter`. */
  keys?: Readonly<Record<string, () => void>>;
  marks?: readonly LineMark[];
  /** Takes the focus when it appears. */
  isFocusedAtStart?: boolean;
  controls?: RefObject<EditorControls | null>;
  /** Lines have moved: the text was scrolled or changed, or the editor has another size. */
  onMove?: () => void;
  onProblems?: (problems: readonly Problem[]) => void;
  /** Ids of texts that describe the editor, such as an error of the form. */
  describedBy?: string | undefined;
  isInvalid?: boolean;
  className?: string;
}
