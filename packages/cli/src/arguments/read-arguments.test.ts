import { expect, test } from "vitest";
import { type Command, defineCommand } from "../commands/command.ts";
import { Failure } from "../failure.ts";
import { readArguments } from "./read-arguments.ts";

const nothing = async () => undefined;
const COMMANDS: readonly Command[] = [
  defineCommand({
    name: "listen",
    section: "other",
    about: "Listen",
    arguments: [
      { name: "target", about: "The port" },
      { name: "source", about: "The source", isOptional: true },
    ],
    options: {
      path: { kind: "text", about: "The path", short: "P" },
      many: { kind: "list", about: "Many" },
      count: { kind: "number", about: "How many" },
      output: { kind: "text", about: "How", choices: ["compact", "quiet"] },
      fast: { kind: "flag", about: "Fast", short: "f" },
    },
    examples: [],
    run: nothing,
  }),
  defineCommand({ name: "project list", section: "other", about: "List", examples: [], run: nothing }),
  defineCommand({
    name: "project use",
    section: "other",
    about: "Use",
    arguments: [{ name: "words", about: "Words", isRepeated: true }],
    examples: [],
    run: nothing,
  }),
];

const read = (...typed: string[]) => readArguments(typed, COMMANDS);
function refused(...typed: string[]): { what: string; todo: string | undefined; exit: string } {
  try {
    read(...typed);
  } catch (error) {
    if (error instanceof Failure) return { what: error.message, todo: error.todo, exit: error.exit };
    throw error;
  }
  throw new Error("it was accepted");
}

test("arguments and options of a command have the kinds that it declares", () => {
  expect(
    read("listen", "3000", "--path", "/a", "shop", "--many=1", "--many", "2", "--count", "5", "-f"),
  ).toMatchObject({
    what: "command",
    command: { name: "listen" },
    arguments: { target: "3000", source: "shop" },
    options: { path: "/a", many: ["1", "2"], count: 5, output: undefined, fast: true },
  });
  expect(read("listen", "3000")).toMatchObject({
    arguments: { target: "3000", source: undefined },
    options: { path: undefined, many: [], count: undefined, fast: false },
  });
  expect(read("project", "use", "a", "b")).toMatchObject({ arguments: { words: ["a", "b"] } });
});

test("global options stand before, between and after the words of a command", () => {
  for (const typed of [
    ["--profile", "work", "project", "list"],
    ["-p", "work", "project", "list"],
    ["project", "--profile=work", "list"],
    ["project", "list", "-pwork"],
  ])
    expect(read(...typed)).toMatchObject({ command: { name: "project list" }, globals: { profile: "work" } });
});

test("what follows -- is an argument, whatever it looks like", () => {
  expect(read("listen", "--", "--path")).toMatchObject({ arguments: { target: "--path" } });
  expect(read("listen", "--path=-x", "1")).toMatchObject({ options: { path: "-x" } });
});

test("help is there for the client, for a group and for a command, as an option and as a word", () => {
  expect(read()).toEqual({ what: "help", words: [] });
  expect(read("--help")).toEqual({ what: "help", words: [] });
  expect(read("listen", "-h")).toEqual({ what: "help", words: ["listen"] });
  expect(read("project", "--help")).toEqual({ what: "help", words: ["project"] });
  expect(read("help", "project", "list")).toEqual({ what: "help", words: ["project", "list"] });
  expect(read("help")).toEqual({ what: "help", words: [] });
  expect(read("project")).toEqual({ what: "unfinished", words: ["project"] });
  expect(read("--version")).toEqual({ what: "version" });
  expect(read("-v")).toEqual({ what: "version" });
});

test.each([
  { typed: ["lisen"], what: 'There is no command "lisen".', todo: "Did you mean posthorn listen?" },
  {
    typed: ["project", "lst"],
    what: 'There is no command "project lst".',
    todo: "Did you mean posthorn project list?",
  },
  {
    typed: ["nothing"],
    what: 'There is no command "nothing".',
    todo: "See all of them with: posthorn --help",
  },
  {
    typed: ["listen", "1", "--pth", "x"],
    what: "posthorn listen has no option --pth.",
    todo: "Did you mean --path?",
  },
  {
    typed: ["listen", "1", "--zzzzz"],
    what: "posthorn listen has no option --zzzzz.",
    todo: "posthorn listen --help",
  },
  { typed: ["listen", "1", "--path"], what: "--path needs a value.", todo: "Write --path VALUE" },
  {
    typed: ["listen", "1", "--path", "--fast"],
    what: "--path needs a value.",
    todo: "or --path=--fast if that is its value",
  },
  { typed: ["listen", "1", "--fast=yes"], what: "--fast takes no value.", todo: "Write only --fast" },
  {
    typed: ["listen"],
    what: "TARGET is missing: the port.",
    todo: "Write posthorn listen TARGET [SOURCE] [options]",
  },
  {
    typed: ["listen", "1", "2", "3"],
    what: '"3" is one word too many for posthorn listen.',
    todo: "Write posthorn listen",
  },
  {
    typed: ["listen", "1", "--count", "1.5"],
    what: '--count must be a whole number, not "1.5".',
    todo: "--count 10",
  },
  {
    typed: ["listen", "1", "--output", "compat"],
    what: '--output cannot be "compat".',
    todo: "Did you mean compact? It is one of: compact, quiet",
  },
  {
    typed: ["listen", "1", "--output", "COMPACT"],
    what: '--output cannot be "COMPACT".',
    todo: "Did you mean compact?",
  },
  { typed: ["project", "use"], what: "WORDS… is missing: words.", todo: "Write posthorn project use WORDS…" },
])("$typed is refused with what to type instead", ({ typed, what, todo }) => {
  const refusal = refused(...typed);

  expect(refusal).toMatchObject({ what, exit: "misused" });
  expect(refusal.todo).toContain(todo);
});

test("a typed word cannot act on the terminal through a complaint", () => {
  expect(refused("\u001b[2J").what).toBe('There is no command "\ufffd[2J".');
});
