#!/usr/bin/env node
/**
 * Starts what the package `posthorn` is asked for: the product, or its command-line client.
 *
 * Without arguments a person at a terminal wants the product to run. Everything else is a command of the client, which knows
 * from `product` that it has the product with it.
 */
import { thisMachine } from "../../cli/src/machine.ts";
import { run } from "../../cli/src/run.ts";
import { productOn } from "./product.ts";

const machine = thisMachine();
const typed = process.argv.slice(2);
const isOnlyTheName = typed.length === 0 && machine.out.isTerminal;
process.exitCode = await run(isOnlyTheName ? ["start"] : typed, { ...machine, product: productOn(machine) });
