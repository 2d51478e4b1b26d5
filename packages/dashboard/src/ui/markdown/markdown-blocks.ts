/**
 * Which blocks does a Markdown text have? Headings, paragraphs, lists, tables, code and pictures. Pure.
 *
 * Knows what our own guides use. What is indented belongs to the item of a list above it, also after an empty line.
 */
import { textParts, type TextPart } from "./markdown-text.ts";

export type Block =
  | { kind: "heading"; level: number; text: TextPart[] }
  | { kind: "paragraph"; text: TextPart[] }
  | { kind: "list"; isOrdered: boolean; items: Block[][] }
  | { kind: "table"; head: TextPart[][]; rows: TextPart[][][] }
  | { kind: "code"; text: string }
  | { kind: "image"; alt: string; path: string };

const FENCE = /^```/;
const HEADING = /^(#{1,6}) (.+)$/;
const IMAGE = /^!\[([^\]]*)\]\(([^)\s]+)\)$/;
const ITEM = /^(?:[-*]|(\d+)\.) (.+)$/;
const TABLE_LINE = /^\|.*\|$/;

export function markdownBlocks(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  let at = 0;
  /** Takes lines as long as they belong to the block. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at] ?? "")) at += 1;
    return lines.slice(from, at);
  };

  /** An empty line ends a list, unless the next line with text still belongs to it. */
  const takeList = (isOrdered: boolean): string[] => {
    const isOfList = (line: string) =>
      /^\s+\S/.test(line) || (ITEM.test(line) && isNumbered(line) === isOrdered);
    const taken = take(isOfList);
    const next = lines.findIndex((line, index) => index >= at && line.trim() !== "");
    if (next <= at || !isOfList(lines[next] ?? "")) return taken;
    const empty = lines.slice(at, next);
    at = next;
    return [...taken, ...empty, ...takeList(isOrdered)];
  };

  while (at < lines.length) {
    const line = lines[at] ?? "";
    const heading = HEADING.exec(line);
    const image = IMAGE.exec(line);
    if (line.trim() === "") at += 1;
    else if (FENCE.test(line)) {
      at += 1;
      blocks.push({ kind: "code", text: take((next) => !FENCE.test(next)).join("\n") });
      at += 1;
    } else if (heading) {
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, text: textParts(heading[2] ?? "") });
      at += 1;
    } else if (image) {
      blocks.push({ kind: "image", alt: image[1] ?? "", path: image[2] ?? "" });
      at += 1;
    } else if (TABLE_LINE.test(line)) blocks.push(tableOf(take((next) => TABLE_LINE.test(next))));
    else if (ITEM.test(line)) blocks.push(listOf(takeList(isNumbered(line))));
    else blocks.push({ kind: "paragraph", text: textParts(take(isText).join(" ")) });
  }
  return blocks;
}

function isText(line: string): boolean {
  return line.trim() !== "" && ![FENCE, HEADING, IMAGE, ITEM, TABLE_LINE].some((other) => other.test(line));
}

function isNumbered(item: string): boolean {
  return /^\d/.test(item);
}

function listOf(lines: readonly string[]): Block {
  const items: string[][] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push([item[2] ?? ""]);
    else items.at(-1)?.push(line.replace(/^ {1,3}/, ""));
  }
  const contents = items.map((item) => markdownBlocks(item.join("\n")));
  return { kind: "list", isOrdered: isNumbered(lines[0] ?? ""), items: contents };
}

/** The second line of a table only has hyphens. */
function tableOf([head = "", _line, ...rows]: readonly string[]): Block {
  return { kind: "table", head: cellsOf(head), rows: rows.map(cellsOf) };
}

/** A bar in code, or after a backslash, is no border. */
function cellsOf(row: string): TextPart[][] {
  const cells = row.slice(1, -1).match(/(?:`[^`]*`|\\\||[^|`])+/g) ?? [];
  return cells.map((cell) => textParts(cell.trim().replaceAll("\\|", "|")));
}
