/**
 * How does a person read a plan?
 *
 * Pure. A line for each field, with what it was and what it will be; long texts as the lines that differ. A secret is never
 * shown, only the reference by which the file names it.
 */
import { structuredPatch } from "diff";
import type { Paint, Style } from "../output/paint.ts";
import { printable } from "../output/printable.ts";
import { SECTION_OF, labelOf } from "./configuration.ts";
import type { FieldChange, FieldPath } from "./field-changes.ts";
import { type Plan, type Step, countsOf } from "./plan.ts";
import { pathId } from "./references.ts";
import { isSecret } from "./secrets.ts";

const MARKS = { add: "+", change: "~", delete: "-" } as const;
const STYLES = { add: "green", change: "yellow", delete: "red" } as const satisfies Record<
  Step["act"],
  Style
>;
const HIDDEN_TEXT = "(secret)";
const MOST_DIFF_LINES = 200;

export interface Shown {
  paint: Paint;
  /** How the file has written what came from the environment, by `pathId`. */
  written: ReadonlyMap<string, string>;
}

export function planText(plan: Plan, shown: Shown): string {
  const blocks = plan.steps.map((step) => stepText(step, shown));
  return [...blocks, `${notes(plan)}${summary(plan)}\n`].join("\n");
}

function summary(plan: Plan): string {
  if (plan.steps.length === 0) return "No changes. The project is as the file says.";
  const { add, change, delete: gone } = countsOf(plan);
  return `Plan: ${add} to add, ${change} to change, ${gone} to delete.`;
}

function notes({ uncompared, others }: Plan): string {
  const said = [
    ...(others.length > 0
      ? [`Not in the file, and left as they are (--prune deletes them): ${others.map(printable).join(", ")}.`]
      : []),
    ...(uncompared.length > 0
      ? [
          `Not compared, because your key may not read secrets: those of ${uncompared.map(printable).join(", ")}.`,
        ]
      : []),
  ];
  return said.map((text) => `${text}\n`).join("") + (said.length > 0 ? "\n" : "");
}

export function obstaclesText({ obstacles }: Plan): string {
  return obstacles.map((text) => `  ${printable(text)}`).join("\n");
}

function stepText({ act, kind, key, changes, notes: said }: Step, { paint, written }: Shown): string {
  const style = STYLES[act];
  const head = paint(style, `${MARKS[act]} ${printable(labelOf(kind, key))}`);
  const lines = changes.flatMap((change) => {
    const raw = written.get(pathId([SECTION_OF[kind], key, ...change.path]));
    return changeLines(change, { paint, raw, isHidden: raw !== undefined || isSecret(kind, change.path) });
  });
  return `${[head, ...said.map((text) => paint("dim", `    # ${printable(text)}`)), ...lines].join("\n")}\n`;
}

interface ShownChange {
  paint: Paint;
  /** As the file writes a value that came from the environment. */
  raw: string | undefined;
  isHidden: boolean;
}

function changeLines({ path, before, after }: FieldChange, { paint, raw, isHidden }: ShownChange): string[] {
  const name = printable(nameOf(path));
  const texts = {
    before: isHidden ? HIDDEN_TEXT : valueText(before),
    after: isHidden ? printable(raw ?? HIDDEN_TEXT) : valueText(after),
  };
  const line = (act: Step["act"], text: string) => `  ${paint(STYLES[act], MARKS[act])} ${name}: ${text}`;
  if (!isHidden && [before, after].some(isLong)) {
    const patch = lineDiff(textOf(before), textOf(after), paint);
    return [
      `  ${paint(STYLES.change, before === undefined ? MARKS.add : after === undefined ? MARKS.delete : MARKS.change)} ${name}:`,
      ...patch,
    ];
  }
  if (before === undefined) return [line("add", texts.after)];
  if (after === undefined) return [line("delete", texts.before)];
  return [line("change", `${texts.before} → ${texts.after}`)];
}

function isLong(value: unknown): boolean {
  return typeof value === "string" && value.includes("\n");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The lines that differ, with a few around them. */
function lineDiff(before: string, after: string, paint: Paint): string[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 2 });
  const lines: string[] = [];
  for (const { oldStart, newStart, lines: own } of hunks) {
    lines.push(paint("cyan", `      @@ line ${before === "" ? newStart : oldStart} @@`));
    for (const text of own) lines.push(paint(styleOfLine(text), `      ${printable(text)}`));
  }
  const more = lines.length - MOST_DIFF_LINES;
  return more > 0 ? [...lines.slice(0, MOST_DIFF_LINES), paint("dim", `      … ${more} more lines`)] : lines;
}

function styleOfLine(text: string): Style {
  if (text.startsWith("+")) return "green";
  return text.startsWith("-") ? "red" : "dim";
}

function valueText(value: unknown): string {
  return printable(JSON.stringify(value) ?? "");
}

function nameOf(path: FieldPath): string {
  return path
    .map((step, at) => (typeof step === "number" ? `[${step}]` : `${at === 0 ? "" : "."}${step}`))
    .join("");
}
