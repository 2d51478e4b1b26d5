/**
 * Which parts does a line of Markdown have? Code, bold, emphasis, links and bare addresses. Pure.
 *
 * Knows what our own guides use, and nothing else of Markdown: what it does not know stays text as it is written.
 */

export type TextPart =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "emphasis"; parts: TextPart[] }
  | { kind: "link"; to: string; parts: TextPart[] };

/** In this order, so that nothing inside code counts. The last one is an address without brackets. */
const MARKS =
  /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)|(https?:\/\/[^\s)<>]*[^\s)<>.,;:])/g;

export function textParts(line: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of line.matchAll(MARKS)) {
    if (found.index > end) parts.push({ kind: "text", text: line.slice(end, found.index) });
    parts.push(partOf(found));
    end = found.index + found[0].length;
  }
  if (end < line.length) parts.push({ kind: "text", text: line.slice(end) });
  return parts;
}

function partOf([whole, code, strong, emphasis, label, to]: RegExpExecArray): TextPart {
  if (code !== undefined) return { kind: "code", text: code };
  if (strong !== undefined) return { kind: "strong", parts: textParts(strong) };
  if (emphasis !== undefined) return { kind: "emphasis", parts: textParts(emphasis) };
  if (label !== undefined && to !== undefined) return { kind: "link", to, parts: textParts(label) };
  return { kind: "link", to: whole, parts: [{ kind: "text", text: whole }] };
}
