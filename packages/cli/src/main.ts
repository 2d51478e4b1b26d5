#!/usr/bin/env node
/** Starts the command-line client. Everything that a command needs of this process comes from `thisMachine`. */
import { thisMachine } from "./machine.ts";
import { run } from "./run.ts";

process.exitCode = await run(process.argv.slice(2), thisMachine());
