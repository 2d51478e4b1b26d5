/**
 * How does code look? One theme for light and dark, because every colour is one of our CSS variables: a change of theme
 * repaints and touches no editor. Hues as in the JSON viewer; all pairs are at least 4.5 : 1, also on tinted lines.
 */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const highlightStyle = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--str)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--num)" },
  {
    tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword],
    color: "var(--key)",
  },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--code-quiet)" },
  { tag: tags.function(tags.variableName), color: "var(--ink)", fontWeight: "500" },
]);

const MONO = {
  fontFamily: "var(--font-mono)",
  fontSize: "13px",
  lineHeight: "20px",
  fontVariantLigatures: "none",
};

const POPUP = {
  backgroundColor: "var(--surface)",
  color: "var(--ink)",
  border: "1px solid var(--line-strong)",
  borderRadius: "6px",
  boxShadow: "var(--lift)",
};

const FIELD = {
  backgroundColor: "var(--surface)",
  backgroundImage: "none",
  color: "var(--ink)",
  border: "1px solid var(--line-strong)",
  borderRadius: "4px",
  fontSize: "12px",
  padding: "2px 6px",
};

const theme = EditorView.theme({
  "&": {
    "--code-quiet": "var(--ink-3)",
    color: "var(--ink)",
    backgroundColor: "transparent",
    height: "100%",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": MONO,
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 12px 0 6px" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection":
    { backgroundColor: "color-mix(in srgb, var(--ring) 28%, transparent)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-3)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": {
    minWidth: "36px",
    padding: "0 8px 0 8px",
    fontVariantNumeric: "tabular-nums",
  },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--hover)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--ink)" },
  ".cm-placeholder": { color: "var(--ink-3)" },
  ".cm-foldGutter .cm-gutterElement": { color: "var(--ink-3)", cursor: "pointer", padding: "0 2px" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--sel)",
    border: "1px solid var(--line)",
    color: "var(--ink-2)",
    borderRadius: "4px",
    padding: "0 4px",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--sel)",
    outline: "1px solid var(--line-strong)",
  },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "var(--bad-bg)",
    color: "var(--bad)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--sel)" },
  ".cm-searchMatch": { backgroundColor: "var(--hold-bg)", outline: "1px solid var(--line-strong)" },
  ".cm-searchMatch.cm-searchMatch-selected": {
    backgroundColor: "var(--hold-bg)",
    outline: "2px solid var(--hold)",
  },

  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)", fontFamily: "var(--font-sans)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "6px 32px 6px 8px", fontSize: "12px" },
  ".cm-panel.cm-search label": { fontSize: "12px", color: "var(--ink-2)" },
  ".cm-textfield": FIELD,
  ".cm-button": { ...FIELD, fontWeight: "500", "&:hover": { backgroundColor: "var(--sel)" } },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink-2)", fontSize: "16px", padding: "0 6px" },

  ".cm-tooltip": POPUP,
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    ...MONO,
    fontSize: "12px",
    maxHeight: "220px",
    padding: "4px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 8px", borderRadius: "4px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--sel)", color: "var(--ink)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": { color: "var(--ink-2)", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": {
    ...POPUP,
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
    lineHeight: "16px",
    padding: "8px 10px",
    maxWidth: "280px",
  },
  ".cm-diagnostic": {
    padding: "6px 10px",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
    borderLeft: "none",
  },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad) 1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--hold) 1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-info": { textDecoration: "underline dotted var(--ink-3) 1px", textUnderlineOffset: "3px" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--bad)" },
  ".cm-snippetField": { backgroundColor: "var(--sel)" },

  ".cm-ok-line, .cm-bad-line, .cm-hold-line": { "--code-quiet": "var(--ink-2)" },
  "&.cm-focused .cm-ok-line, .cm-ok-line": { backgroundColor: "var(--ok-bg)" },
  "&.cm-focused .cm-bad-line, .cm-bad-line": { backgroundColor: "var(--bad-bg)" },
  "&.cm-focused .cm-hold-line, .cm-hold-line": { backgroundColor: "var(--hold-bg)" },
  ".cm-lineNote": { fontFamily: "var(--font-sans)", fontSize: "12px", marginLeft: "12px" },
  ".cm-lineNote-ok": { color: "var(--ok)" },
  ".cm-lineNote-bad": { color: "var(--bad)" },
  ".cm-lineNote-hold": { color: "var(--hold)" },
});

export const editorTheme = [theme, syntaxHighlighting(highlightStyle)];
