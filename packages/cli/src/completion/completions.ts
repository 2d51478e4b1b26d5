/**
 * How can a line go on that the person has begun?
 *
 * Pure. The last word is being typed, and may be empty. Completed are the words of commands, options, and the values of
 * options and arguments that have choices.
 */
import { GLOBAL_OPTIONS } from "../arguments/global-options.ts";
import type { Command, Option } from "../commands/command.ts";

export interface Completion {
  text: string;
  about: string;
}

export function completionsFor(words: readonly string[], commands: readonly Command[]): Completion[] {
  const typing = words.at(-1) ?? "";
  return candidates(words.slice(0, -1), typing, commands)
    .filter(({ text }) => text.startsWith(typing))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
}

function candidates(before: readonly string[], typing: string, commands: readonly Command[]): Completion[] {
  const shown = commands.filter(({ isHidden }) => !isHidden);
  const { name, positionals, options, valueOf } = readSoFar(before, shown);
  if (valueOf) return (valueOf.choices ?? []).map((text) => ({ text, about: "" }));
  if (typing.startsWith("-"))
    return Object.entries(options).map(([option, { about }]) => ({ text: `--${option}`, about }));
  const command = shown.find((one) => one.name === name);
  if (command) {
    const argument =
      command.arguments[positionals] ?? command.arguments.findLast(({ isRepeated }) => isRepeated);
    return (argument?.choices ?? []).map((text) => ({ text, about: "" }));
  }
  return nextWords(name, shown);
}

/** The command so far, the number of its arguments, and the option whose value comes next. */
function readSoFar(before: readonly string[], commands: readonly Command[]) {
  let name = "";
  let positionals = 0;
  let options: Readonly<Record<string, Option>> = GLOBAL_OPTIONS;
  let valueOf: Option | undefined;
  for (const word of before) {
    if (valueOf) {
      valueOf = undefined;
      continue;
    }
    if (word.startsWith("-")) {
      const option = optionCalled(word, options);
      if (option && option.kind !== "flag") valueOf = option;
      continue;
    }
    const longer = name === "" ? word : `${name} ${word}`;
    const isName = commands.some((one) => one.name === longer || one.name.startsWith(`${longer} `));
    if (!isName) {
      positionals++;
      continue;
    }
    name = longer;
    options = { ...GLOBAL_OPTIONS, ...commands.find((one) => one.name === name)?.options };
  }
  return { name, positionals, options, valueOf };
}

function optionCalled(word: string, options: Readonly<Record<string, Option>>): Option | undefined {
  return Object.entries(options).find(
    ([name, { short }]) => word === `--${name}` || word === `-${short}`,
  )?.[1];
}

/** The next words of all commands whose names begin with `name`. */
function nextWords(name: string, commands: readonly Command[]): Completion[] {
  const prefix = name === "" ? "" : `${name} `;
  const found = new Map<string, string>();
  for (const command of commands) {
    if (!command.name.startsWith(prefix)) continue;
    const rest = command.name.slice(prefix.length);
    const [word = ""] = rest.split(" ", 1);
    // A word that leads to several commands is said to do so.
    found.set(word, word === rest ? command.about : `${word} commands`);
  }
  return [...found].map(([text, about]) => ({ text, about }));
}
