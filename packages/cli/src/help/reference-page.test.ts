/**
 * Is the reference of the client in docs/ up to date?
 *
 * This test generates docs/reference/cli.md from the commands; `npx vitest run --project unit packages/cli/src/help -u`
 * rewrites it after a change.
 */
import { expect, test } from "vitest";
import { ENVIRONMENT, GLOBAL_OPTIONS } from "../arguments/global-options.ts";
import { usageOf } from "../arguments/read-arguments.ts";
import { allCommands } from "../commands/command-table.ts";
import { type Command, type Option, SECTIONS } from "../commands/command.ts";
import { exitRows, optionAbout, optionName } from "./help-text.ts";

const COMMANDS = await allCommands();

/** A cell of a table: a bar would end it. */
const cell = (text: string) => text.replaceAll("|", "\\|");

function* tableOf(head: string, rows: readonly (readonly [string, string])[]): Generator<string> {
  yield `| ${head} | |`;
  yield "|---|---|";
  for (const [name, about] of rows) yield `| \`${cell(name)}\` | ${cell(about)} |`;
  yield "";
}

const optionRows = (options: Readonly<Record<string, Option>>) =>
  Object.entries(options).map(([name, option]) => [optionName(name, option), optionAbout(option)] as const);

function* linesOf(command: Command): Generator<string> {
  yield `### \`posthorn ${usageOf(command)}\``;
  yield "";
  yield `${command.about}.`;
  yield "";
  if (command.details !== undefined) yield* [command.details, ""];
  const names = command.arguments.map(
    ({ name, about, choices }) =>
      [name.toUpperCase(), choices ? `${about}: ${choices.join(", ")}` : about] as const,
  );
  if (names.length > 0) yield* tableOf("argument", names);
  const options = optionRows(command.options);
  if (options.length > 0) yield* tableOf("option", options);
  yield "```sh";
  for (const { line, about } of command.examples) yield `${line}    # ${about}`;
  yield "```";
  yield "";
}

function* page(): Generator<string> {
  yield "# Commands of the Posthorn CLI";
  yield "";
  yield "What `posthorn --help` and `posthorn COMMAND --help` say, in one page. [The guide](../guides/cli.md) tells how to begin.";
  yield "";
  for (const [section, title] of Object.entries(SECTIONS)) {
    yield `## ${title}`;
    yield "";
    for (const command of COMMANDS)
      if (command.section === section && !command.isHidden) yield* linesOf(command);
  }
  yield "## Options of every command";
  yield "";
  yield* tableOf("option", optionRows(GLOBAL_OPTIONS));
  yield "## Environment";
  yield "";
  yield* tableOf("variable", Object.entries(ENVIRONMENT));
  yield "## Exit codes";
  yield "";
  yield* tableOf("code", exitRows());
}

test("docs/reference/cli.md is what the commands say", async () => {
  await expect([...page()].join("\n")).toMatchFileSnapshot("../../../../docs/reference/cli.md");
});
