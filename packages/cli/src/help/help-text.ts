/**
 * What does the help say?
 *
 * Pure: texts made from the commands. Lines are broken for the width of the terminal.
 */
import { ENVIRONMENT, GLOBAL_OPTIONS } from "../arguments/global-options.ts";
import { usageOf } from "../arguments/read-arguments.ts";
import { type Command, type Option, SECTIONS, type Section } from "../commands/command.ts";
import { EXIT_CODES } from "../failure.ts";
import type { Paint } from "../output/paint.ts";

export interface Page {
  paint: Paint;
  columns: number;
}

/** Text in longer lines is hard to read. */
const MOST_COLUMNS = 100;
const INDENT = "  ";

/** All commands. */
export function overviewText(commands: readonly Command[], page: Page): string {
  const shown = commands.filter(({ isHidden }) => !isHidden);
  const sections = (Object.keys(SECTIONS) as Section[]).flatMap((section) => {
    const rows = shown
      .filter((command) => command.section === section)
      .map((command): [string, string] => [usageOf(command).replace(" [options]", ""), command.about]);
    if (section === "resources" && rows.length > 0)
      return [titled(SECTIONS[section], columnsOf(groupRows(shown), page), page)];
    return rows.length === 0 ? [] : [titled(SECTIONS[section], columnsOf(rows, page), page)];
  });
  return joined([
    "Posthorn in a terminal.\n",
    titled("Usage", `${INDENT}posthorn COMMAND [options]\n`, page),
    ...sections,
    titled("Options of every command", optionsText(GLOBAL_OPTIONS, page), page),
    titled("Environment", columnsOf(Object.entries(ENVIRONMENT), page), page),
    titled("Exit codes", columnsOf(exitRows(), page), page),
    "All about a command: posthorn COMMAND --help\n",
  ]);
}

/** The commands of the API are too many for one page: a line for each kind of thing. */
function groupRows(commands: readonly Command[]): [string, string][] {
  const groups = new Map<string, string[]>();
  for (const { name, section } of commands) {
    if (section !== "resources") continue;
    const words = name.split(" ");
    const group = words.slice(0, -1).join(" ");
    groups.set(group, [...(groups.get(group) ?? []), words.at(-1) ?? ""]);
  }
  return [...groups].map(([group, verbs]) => [group, verbs.join(", ")]);
}

export function exitRows(): [string, string][] {
  return Object.values(EXIT_CODES).map(({ code, about }) => [String(code), about]);
}

/** The commands whose names begin with the words. */
export function groupText(words: readonly string[], commands: readonly Command[], page: Page): string {
  const prefix = words.join(" ");
  const rows = commands
    .filter(({ name, isHidden }) => !isHidden && name.startsWith(`${prefix} `))
    .map((command): [string, string] => [usageOf(command).replace(" [options]", ""), command.about]);
  return joined([
    titled("Usage", `${INDENT}posthorn ${prefix} COMMAND [options]\n`, page),
    titled("Commands", columnsOf(rows, page), page),
    `All about a command: posthorn ${prefix} COMMAND --help\n`,
  ]);
}

export function commandText(command: Command, page: Page): string {
  const { about, details, arguments: args, options, examples } = command;
  const names = args.map((argument): [string, string] => [
    argument.name.toUpperCase().replaceAll("_", "-"),
    argument.choices ? `${argument.about}: ${argument.choices.join(", ")}` : argument.about,
  ]);
  return joined([
    wrapped(`${about}.`, 0, page),
    ...(details === undefined ? [] : details.split("\n\n").map((paragraph) => wrapped(paragraph, 0, page))),
    titled("Usage", `${INDENT}posthorn ${usageOf(command)}\n`, page),
    ...(names.length > 0 ? [titled("Arguments", columnsOf(names, page), page)] : []),
    ...(Object.keys(options).length > 0 ? [titled("Options", optionsText(options, page), page)] : []),
    titled("Options of every command", optionsText(GLOBAL_OPTIONS, page), page),
    titled(
      "Examples",
      examples
        .map(({ line, about: why }) => `${INDENT}${page.paint("dim", `# ${why}`)}\n${INDENT}${line}\n`)
        .join("\n"),
      page,
    ),
  ]);
}

export function optionName(name: string, { kind, short, value }: Option): string {
  const long = `--${name}${kind === "flag" ? "" : ` ${value ?? "VALUE"}`}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

export function optionAbout({ about, choices, value, kind }: Option): string {
  const among = choices && value !== choices.join("|") ? `: ${choices.join(", ")}` : "";
  return `${about}${among}${kind === "list" ? " (may be repeated)" : ""}`;
}

function optionsText(options: Readonly<Record<string, Option>>, page: Page): string {
  const rows = Object.entries(options).map(([name, option]): [string, string] => [
    // Long names line up below each other, with or without a letter before them.
    option.short === undefined ? `    ${optionName(name, option)}` : optionName(name, option),
    optionAbout(option),
  ]);
  return columnsOf(rows, page);
}

function titled(title: string, text: string, { paint }: Page): string {
  return `${paint("bold", title)}\n${text}`;
}

function joined(parts: readonly string[]): string {
  return parts.join("\n");
}

/** A long left side has its right side on the next line. */
const LEFT_AT_MOST = 36;

function columnsOf(rows: readonly (readonly [string, string])[], page: Page): string {
  const fitting = rows.map(([left]) => left.length).filter((length) => length <= LEFT_AT_MOST);
  const width = Math.max(0, ...fitting);
  return rows
    .map(([left, right]) => {
      const indent = INDENT.length + width + 2;
      const text = wrapped(right, indent, page);
      if (left.length > width) return `${INDENT}${left}\n${text}`;
      return `${INDENT}${left.padEnd(width)}  ${text.trimStart()}`;
    })
    .join("");
}

/** Every line begins with `indent` spaces. Words are never cut. */
function wrapped(text: string, indent: number, { columns }: Page): string {
  const most = Math.max(20, Math.min(columns, MOST_COLUMNS) - indent);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > most) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((one) => `${" ".repeat(indent)}${one}\n`).join("");
}
