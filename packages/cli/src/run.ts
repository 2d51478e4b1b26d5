/**
 * What happens between what a person types and the exit code?
 *
 * Reads the arguments, finds the settings, runs the command, and says in the end what went wrong, if something did. No
 * stack trace reaches a person who has not asked for one.
 */
import { createClient } from "./api/client.ts";
import { closestName } from "./arguments/closest-name.ts";
import { type Asked, readArguments } from "./arguments/read-arguments.ts";
import type { Command } from "./commands/command.ts";
import { commandsFor } from "./commands/command-table.ts";
import { EXIT_CODES, type Exit, Failure, misuse } from "./failure.ts";
import { type Page, commandText, groupText, overviewText } from "./help/help-text.ts";
import type { Machine, Output } from "./machine.ts";
import { printable } from "./output/printable.ts";
import { configPath, createConfigFile } from "./settings/config-file.ts";
import { settingsOf } from "./settings/settings.ts";
import { tellOfUpdate } from "./update/tell.ts";
import { VERSION } from "./version.ts";

/** The width of help in a pipe. */
const USUAL_COLUMNS = 80;

/** Returns the exit code. */
export async function run(typed: readonly string[], machine: Machine): Promise<number> {
  try {
    const commands = await commandsFor(typed);
    const asked = readArguments(typed, commands);
    if (asked.what === "version") machine.out.write(`${nameOf(machine)} ${VERSION}\n`);
    else if (asked.what === "help") machine.out.write(helpFor(asked.words, commands, pageOf(machine.out)));
    else if (asked.what === "unfinished") {
      machine.err.write(helpFor(asked.words, commands, pageOf(machine.err)));
      return EXIT_CODES.misused.code;
    } else return EXIT_CODES[await runCommand(asked, machine)].code;
    return EXIT_CODES.done.code;
  } catch (error) {
    return complain(error, machine);
  }
}

async function runCommand(
  { command, arguments: given, options, globals }: Extract<Asked, { what: "command" }>,
  machine: Machine,
): Promise<Exit> {
  const text = (name: "profile" | "url" | "project" | "config-file") => {
    const value = globals[name];
    return typeof value === "string" ? value : undefined;
  };
  const config = createConfigFile(configPath(text("config-file"), machine), machine);
  const asked = {
    profile: text("profile") ?? command.usualProfile,
    url: text("url"),
    project: text("project"),
  };
  // The shell's completion must go on working when the config file is broken, and so must the product.
  const isOnItsOwn = command.isHidden || command.section === "product";
  const stored = isOnItsOwn ? { profiles: {} } : await config.read();
  const settings = settingsOf(asked, isOnItsOwn ? {} : machine.env, stored);
  const exit = await command.run(
    { arguments: given, options },
    { machine, settings, config, client: createClient(settings, machine) },
  );
  // The notice is about the package of the client alone.
  if (!isOnItsOwn && machine.product === null) await tellOfUpdate(config.path, machine);
  return exit ?? "done";
}

function helpFor(words: readonly string[], commands: readonly Command[], page: Page): string {
  if (words.length === 0) return overviewText(commands, page);
  const name = words.join(" ");
  const command = commands.find((one) => one.name === name);
  if (command) return commandText(command, page);
  if (commands.some((one) => one.name.startsWith(`${name} `))) return groupText(words, commands, page);
  const close = closestName(
    name,
    commands.map((one) => one.name),
  );
  throw misuse(
    `There is no command "${printable(name)}".`,
    `${close === null ? "" : `Did you mean posthorn ${close}? `}See all of them with: posthorn --help`,
  );
}

/** Of the package. */
function nameOf({ product }: Pick<Machine, "product">): string {
  return product === null ? "posthorn-cli" : "posthorn";
}

function pageOf(output: Output): Page {
  return { paint: output.paint, columns: output.columns() ?? USUAL_COLUMNS };
}

function complain(error: unknown, machine: Machine): number {
  const { err, env } = machine;
  const { paint } = err;
  if (error instanceof Failure) {
    const lines = [`${paint("red", "Error:")} ${error.message}`, error.why, error.todo];
    err.write(`${lines.filter(Boolean).join("\n")}\n`);
    if (env["POSTHORN_DEBUG"] && error.cause instanceof Error) err.write(`${error.cause.stack}\n`);
    return EXIT_CODES[error.exit].code;
  }
  const message = error instanceof Error ? error.message : String(error);
  const lines = [
    `${paint("red", "Error:")} The client has made a mistake: ${printable(message)}`,
    `This is ${nameOf(machine)} ${VERSION} on Node ${process.versions.node}. A newer release may have it corrected.`,
    "Where it arose: run the command again with POSTHORN_DEBUG=1, and report what it prints.",
  ];
  err.write(`${lines.join("\n")}\n`);
  if (env["POSTHORN_DEBUG"] && error instanceof Error) err.write(`${error.stack}\n`);
  return EXIT_CODES.failed.code;
}
