/** Which commands are there? The order is the one of the help. */
import { ci } from "./ci.ts";
import type { Command } from "./command.ts";
import { completeCommand, completion } from "./completion.ts";
import { listen } from "./listen.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { open } from "./open.ts";
import { projectList, projectUse } from "./project.ts";
import { whoami } from "./whoami.ts";

export const COMMANDS: readonly Command[] = [
  login,
  ci,
  whoami,
  logout,
  projectList,
  projectUse,
  listen,
  open,
  completion,
  completeCommand(() => COMMANDS),
];
