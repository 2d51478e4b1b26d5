/**
 * What does the operator want: a backup, a restore, or a look at everything?
 *
 * Pure: the words become a command, or a message that says what is wrong with them. Help is the client's, which passes on
 * what people type (packages/cli/src/commands/maintenance.ts).
 */
import { parseArgs } from "node:util";

export type Command =
  | { name: "backup"; file: string; withMasterKey: boolean }
  | { name: "restore"; file: string; mode: "restore" | "check" | "print_master_key" }
  | { name: "doctor"; isJson: boolean };

/** What was typed is no command: exit code 2. */
export class WrongUsage extends Error {}

export function parseCommand(words: readonly string[]): Command {
  const [name, ...rest] = words;
  if (name === "backup") {
    const { values, file } = parsed("backup", rest, { "with-master-key": { type: "boolean" } });
    return { name, file: file(), withMasterKey: values["with-master-key"] === true };
  }
  if (name === "restore") {
    const { values, file } = parsed("restore", rest, {
      check: { type: "boolean" },
      "print-master-key": { type: "boolean" },
    });
    if (values.check === true && values["print-master-key"] === true)
      throw new WrongUsage("--check and --print-master-key do not go together.");
    const mode =
      values.check === true ? "check" : values["print-master-key"] === true ? "print_master_key" : "restore";
    return { name, file: file(), mode };
  }
  if (name === "doctor") {
    const { values, positionals } = parsed("doctor", rest, { json: { type: "boolean" } });
    if (positionals.length > 0) throw new WrongUsage("posthorn doctor needs no file.");
    return { name, isJson: values.json === true };
  }
  throw new WrongUsage(`There is no command "${name ?? ""}". posthorn --help lists them.`);
}

type Flags = Record<string, { type: "boolean" }>;

function parsed(
  command: "backup" | "restore" | "doctor",
  words: readonly string[],
  flags: Flags,
): {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
  file: () => string;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: flags,
      allowPositionals: true,
    });
    return {
      values,
      positionals,
      file() {
        const [file, ...others] = positionals;
        if (file === undefined || others.length > 0)
          throw new WrongUsage(
            `posthorn ${command} needs one FILE, or - . posthorn ${command} --help says more.`,
          );
        return file;
      },
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // parseArgs refuses words with one
    throw new WrongUsage(`${error.message}\nposthorn ${command} --help says more.`);
  }
}
