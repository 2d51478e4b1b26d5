import { expect, test } from "vitest";
import { GLOBAL_OPTIONS } from "../arguments/global-options.ts";
import { readArguments } from "../arguments/read-arguments.ts";
import { Failure } from "../failure.ts";
import { commandText, overviewText } from "../help/help-text.ts";
import { unpainted } from "../output/paint.ts";
import { allCommands } from "./command-table.ts";
import { pathOf } from "./open.ts";
import { projectNamed } from "./project.ts";

const COMMANDS = await allCommands();

const page = { paint: unpainted, columns: 80 };
const shown = COMMANDS.filter(({ isHidden }) => !isHidden);

test("every command has an example, and each example is a line that the client accepts", () => {
  for (const { name, examples } of shown) {
    expect([name, examples.length]).not.toEqual([name, 0]);
    for (const { line } of examples) {
      const words = /posthorn ([^|>)]*)/.exec(line)?.[1]?.trim() ?? "";
      const typed = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
      expect(() => readArguments(typed, COMMANDS), line).not.toThrow();
    }
  }
});

test("no command has two options with one letter, or one of the global options", () => {
  for (const { name, options } of COMMANDS) {
    const all = [...Object.values(GLOBAL_OPTIONS), ...Object.values(options)];
    const letters = all.flatMap((option) => ("short" in option && option.short ? [option.short] : []));
    expect([name, new Set(letters).size]).toEqual([name, letters.length]);
    for (const option of Object.keys(options)) expect(Object.keys(GLOBAL_OPTIONS)).not.toContain(option);
  }
});

test("the help names every command, option and example, in lines that fit", () => {
  const overview = overviewText(COMMANDS, page);
  for (const command of shown) {
    const text = commandText(command, page);
    // The commands of the API have one line for each kind of thing.
    const group = command.name.split(" ").slice(0, -1).join(" ");
    expect(overview).toContain(`  ${command.section === "resources" ? group : command.name}`);
    for (const option of Object.keys(command.options)) expect(text).toContain(`--${option}`);
    for (const { line } of command.examples) expect(text).toContain(line);
    const wide = text.split("\n").filter((line) => line.length > page.columns);
    expect(
      wide.filter(
        (line) =>
          !command.examples.some((example) => line.includes(example.line) || line.includes(example.about)),
      ),
    ).toEqual([]);
  }
});

const PROJECTS = [
  { id: "tm_1", name: "[Acme] Shop" },
  { id: "tm_2", name: "[Acme] Billing" },
  { id: "tm_3", name: "[Other] Shop" },
];

test("a project is found by id and by name, with and without its organization", () => {
  expect(projectNamed("tm_3", PROJECTS).id).toBe("tm_3");
  expect(projectNamed("billing", PROJECTS).id).toBe("tm_2");
  expect(projectNamed("[other] shop", PROJECTS).id).toBe("tm_3");
});

test("a project that is missing or not the only one is refused with the choices", () => {
  expect(() => projectNamed("shop", PROJECTS)).toThrow('Several projects have the name "shop".');
  expect(() => projectNamed("nothing", PROJECTS)).toThrow('Your key opens no project "nothing".');
});

test("a page of the dashboard is opened by its name or by an id", () => {
  expect(pathOf(undefined)).toBe("/");
  expect(pathOf("cli")).toBe("/events/cli");
  expect(pathOf("evt_7Qw2dKp9xTgV4nRm")).toBe("/events/evt_7Qw2dKp9xTgV4nRm");
  expect(pathOf("it_1")).toBe("/issue-triggers/it_1");
  for (const wrong of ["nothing", "evt_/../x", "constructor"]) expect(() => pathOf(wrong)).toThrow(Failure);
});
