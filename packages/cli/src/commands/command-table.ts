/**
 * Which commands are there? The order is the one of the help.
 *
 * The commands of the API load all schemas of the contract, which takes longer than most other commands take in all.
 */
import { plainWords } from "../arguments/read-arguments.ts";
import { askForRelease } from "./ask-for-release.ts";
import { apply } from "./apply.ts";
import { ci } from "./ci.ts";
import type { Command } from "./command.ts";
import { completeCommand, completion } from "./completion.ts";
import { dev } from "./dev.ts";
import { diff } from "./diff.ts";
import { exportCommand } from "./export.ts";
import { listen } from "./listen.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { backup, doctor, restore } from "./maintenance.ts";
import { mcp } from "./mcp.ts";
import { open } from "./open.ts";
import { projectList, projectUse } from "./project.ts";
import { replay } from "./replay.ts";
import { send } from "./send.ts";
import { tail } from "./tail.ts";
import { trace } from "./trace.ts";
import { start } from "./start.ts";
import { schema } from "./schema.ts";
import { whoami } from "./whoami.ts";

export const OWN_COMMANDS: readonly Command[] = [
  dev,
  start,
  backup,
  restore,
  doctor,
  login,
  ci,
  whoami,
  logout,
  projectList,
  projectUse,
  listen,
  trace,
  tail,
  send,
  replay,
  exportCommand,
  diff,
  apply,
  schema,
  open,
  mcp,
  completion,
  askForRelease,
  completeCommand(allCommands),
];

export async function allCommands(): Promise<readonly Command[]> {
  const { RESOURCE_COMMANDS } = await import("../resources/resource-commands.ts");
  return [...OWN_COMMANDS, ...RESOURCE_COMMANDS];
}

/** All, if the line may mean one of them, or a list of them; otherwise our own. */
export async function commandsFor(typed: readonly string[]): Promise<readonly Command[]> {
  const words = plainWords(typed);
  const isOwn = OWN_COMMANDS.some(({ name }) => words.slice(0, name.split(" ").length).join(" ") === name);
  return isOwn ? OWN_COMMANDS : allCommands();
}
