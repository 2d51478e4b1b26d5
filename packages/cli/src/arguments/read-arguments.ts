/**
 * What did the person type: which command, with which arguments and options?
 *
 * Pure. Node's own parser splits options and values; the words are then held against the commands. Every mistake is said
 * with the word that was typed, and with what to type instead.
 */
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Argument, Command, Given, Option } from "../commands/command.ts";
import { type Failure, misuse } from "../failure.ts";
import { printable } from "../output/printable.ts";
import { closestName } from "./closest-name.ts";
import { GLOBAL_OPTIONS, type GlobalOption } from "./global-options.ts";

type Options = Readonly<Record<string, Option>>;
export type GlobalsGiven = { readonly [Name in GlobalOption]?: string | boolean | undefined };

export type Asked =
  | { what: "version" }
  /** Of one command, of all whose names begin with `words`, or of the client. */
  | { what: "help"; words: readonly string[] }
  /** Only the beginning of a command was typed. */
  | { what: "unfinished"; words: readonly string[] }
  | { what: "command"; command: Command; arguments: Given; options: Given; globals: GlobalsGiven };

/** Throws a Failure for what was typed wrong. */
export function readArguments(typed: readonly string[], commands: readonly Command[]): Asked {
  const { words, rest } = leadingWords(typed, commands);
  const command = commands.find(({ name }) => name === words.join(" "));
  const options: Options = { ...GLOBAL_OPTIONS, ...command?.options };
  const { values, positionals } = split(rest, options, command);
  if (values["version"] === true && !command) return { what: "version" };
  if (words[0] === "help") return { what: "help", words: positionals };
  if (values["help"] === true) return { what: "help", words };
  if (!command) {
    const [unknown] = positionals;
    if (unknown !== undefined) throw unknownCommand([...words, unknown], commands);
    return words.length === 0 ? { what: "help", words } : { what: "unfinished", words };
  }
  return {
    what: "command",
    command,
    arguments: namedArguments(positionals, command),
    options: checkedValues(values, command),
    globals: values,
  };
}

/** The words at the beginning that are the name of a command, or its beginning. Global options may stand between them. */
function leadingWords(
  typed: readonly string[],
  commands: readonly Command[],
): { words: string[]; rest: string[] } {
  const words: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] ?? "";
    if (word === "--") return { words, rest: [...rest, ...typed.slice(at)] };
    if (word.startsWith("-")) {
      rest.push(word);
      const value = typed[at + 1];
      if (takesNext(word) && value !== undefined) {
        rest.push(value);
        at++;
      }
      continue;
    }
    const longer = [...words, word].join(" ");
    const leads = commands.some(({ name }) => name === longer || name.startsWith(`${longer} `));
    if (!leads && !(words.length === 0 && word === "help"))
      return { words, rest: [...rest, ...typed.slice(at)] };
    words.push(word);
    if (word === "help" || commands.some(({ name }) => name === longer))
      return { words, rest: [...rest, ...typed.slice(at + 1)] };
  }
  return { words, rest };
}

/** The words, without options that begin with a hyphen and the values of global options. */
export function plainWords(typed: readonly string[]): string[] {
  return typed.filter((word, at) => !word.startsWith("-") && (at === 0 || !takesNext(typed[at - 1] ?? "")));
}

/** Whether the value of a global option is the next word. */
function takesNext(word: string): boolean {
  return Object.entries(GLOBAL_OPTIONS).some(
    ([name, option]) =>
      option.kind !== "flag" && (word === `--${name}` || ("short" in option && word === `-${option.short}`)),
  );
}

function split(
  typed: readonly string[],
  options: Options,
  command: Command | undefined,
): { values: Record<string, string | boolean | string[]>; positionals: string[] } {
  const config: NonNullable<ParseArgsConfig["options"]> = Object.fromEntries(
    Object.entries(options).map(([name, { kind, short }]) => [
      name,
      { type: kind === "flag" ? "boolean" : "string", ...(short !== undefined && { short }) } as const,
    ]),
  );
  const { tokens } = parseArgs({
    args: [...typed],
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean | string[]> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw unknownOption(rawName, options, command);
    if (option.kind === "flag") {
      if (value !== undefined)
        throw misuse(`${rawName} takes no value.`, `Write only ${rawName}${seeHelp(command)}`);
      values[name] = true;
      continue;
    }
    const isNextOption = !token.inlineValue && value !== undefined && /^-./.test(value);
    if (value === undefined || value === "" || isNextOption)
      throw misuse(
        `${rawName} needs a value.`,
        `Write ${rawName} ${option.value ?? "VALUE"}${isNextOption ? `, or ${rawName}=${value} if that is its value` : ""}${seeHelp(command)}`,
      );
    const before = values[name];
    if (option.kind === "list") values[name] = [...(Array.isArray(before) ? before : []), value];
    else values[name] = value;
  }
  return { values, positionals };
}

/** Values as their kinds say, with an entry for each option of the command. */
function checkedValues(
  values: Readonly<Record<string, string | boolean | string[]>>,
  command: Command,
): Given {
  return Object.fromEntries(
    Object.entries(command.options).map(([name, option]) => {
      const value = values[name];
      if (option.kind === "flag") return [name, value === true];
      if (option.kind === "list") {
        for (const one of Array.isArray(value) ? value : [])
          checkChoice(`--${name}`, one, option.choices, command);
        return [name, value ?? []];
      }
      if (typeof value === "string") checkChoice(`--${name}`, value, option.choices, command);
      if (option.kind === "number" && typeof value === "string") {
        const number = Number(value);
        if (!/^\d+$/.test(value) || !Number.isSafeInteger(number))
          throw misuse(
            `--${name} must be a whole number, not "${printable(value)}".`,
            `Write for example --${name} 10${seeHelp(command)}`,
          );
        return [name, number];
      }
      return [name, value];
    }),
  );
}

function namedArguments(positionals: readonly string[], command: Command): Given {
  const named: Record<string, string | readonly string[] | undefined> = {};
  const left = [...positionals];
  for (const argument of command.arguments) {
    const taken = argument.isRepeated ? left.splice(0) : left.splice(0, 1);
    if (taken.length === 0 && argument.isOptional !== true)
      throw misuse(
        `${shown(argument)} is missing: ${lowerFirst(argument.about)}.`,
        `Write posthorn ${usageOf(command)}${seeHelp(command)}`,
      );
    for (const one of taken) checkChoice(shown(argument), one, argument.choices, command);
    named[argument.name] = argument.isRepeated ? taken : taken[0];
  }
  const [extra] = left;
  if (extra !== undefined)
    throw misuse(
      `"${printable(extra)}" is one word too many for posthorn ${command.name}.`,
      `Write posthorn ${usageOf(command)}${seeHelp(command)}`,
    );
  return named;
}

function checkChoice(
  what: string,
  value: string,
  choices: readonly string[] | undefined,
  command: Command,
): void {
  if (choices === undefined || choices.includes(value)) return;
  const asWeWriteIt = value.toLowerCase().replaceAll("_", "-");
  const close = choices.includes(asWeWriteIt) ? asWeWriteIt : closestName(value, choices);
  throw misuse(
    `${what} cannot be "${printable(value)}".`,
    `${close === null ? "" : `Did you mean ${close}? `}It is one of: ${choices.join(", ")}${seeHelp(command)}`,
  );
}

/** `PORT|URL [SOURCE] [options]`, after the name. */
export function usageOf({ name, arguments: args, options }: Command): string {
  const words = args.map((argument) => (argument.isOptional ? `[${shown(argument)}]` : shown(argument)));
  return [name, ...words, ...(Object.keys(options).length > 0 ? ["[options]"] : [])].join(" ");
}

function shown({ name, isRepeated }: Argument): string {
  return `${name.toUpperCase().replaceAll("_", "-")}${isRepeated ? "…" : ""}`;
}

function unknownOption(rawName: string, options: Options, command: Command | undefined): Failure {
  const names = Object.keys(options);
  const close = closestName(rawName.replace(/^-+/, ""), names);
  const where = command ? `posthorn ${command.name}` : "posthorn";
  return misuse(
    `${where} has no option ${printable(rawName)}.`,
    close === null ? `See its options with: ${where} --help` : `Did you mean --${close}?${seeHelp(command)}`,
  );
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): Failure {
  const typed = words.join(" ");
  const names = commands.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
  const close = closestName(typed, [...names, ...new Set(names.map((name) => name.split(" ", 1)[0] ?? ""))]);
  const group = words.slice(0, -1).join(" ");
  const list = group === "" ? "posthorn --help" : `posthorn ${group} --help`;
  return misuse(
    `There is no command "${printable(typed)}".`,
    `${close === null ? "" : `Did you mean posthorn ${close}? `}See all of them with: ${list}`,
  );
}

function seeHelp(command: Command | undefined): string {
  return `. All about it: posthorn ${command ? `${command.name} ` : ""}--help`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
