/**
 * What does the operator want: a backup, a restore, a look at everything, or help?
 *
 * Pure: the words of the command line become a command, or a message that says what is wrong with them.
 */
import { parseArgs } from "node:util";

export type Command =
  | { name: "backup"; file: string; withMasterKey: boolean }
  | { name: "restore"; file: string; mode: "restore" | "check" | "print_master_key" }
  | { name: "doctor"; isJson: boolean }
  | { name: "help"; of: HelpTopic };

export type HelpTopic = keyof typeof HELP;

/** What was typed is no command: exit code 2. */
export class WrongUsage extends Error {}

const EXIT_CODES = `Exit codes: 0 done; 1 refused or failed, and stderr says why; 2 not a command; 130 interrupted.`;

const SETTINGS = `The settings are those of the server, above all POSTHORN_DATA_DIR, or POSTHORN_DATABASE_URL and
POSTHORN_MASTER_KEY.`;

export const HELP = {
  all: `Usage: posthorn backup FILE | posthorn restore FILE | posthorn doctor

  backup   writes the whole database into one file, while Posthorn runs or when it is stopped
  restore  makes a new database from such a file
  doctor   looks at everything that Posthorn needs, and says what to do

posthorn COMMAND --help says more.
`,
  backup: `Usage: posthorn backup [--with-master-key] FILE

Writes everything in the database into FILE, as it is at one moment. Posthorn may go on running meanwhile.

  FILE               where to; a file that exists is never replaced. If it is a folder, the file in it is named after
                     the time. With - the backup goes to standard output.
  --with-master-key  puts the master key into the file. Whoever has the file can then read every secret in it.
                     Without it you must keep the key elsewhere: nothing can be restored without it.

${SETTINGS}

${EXIT_CODES}
`,
  restore: `Usage: posthorn restore [--check | --print-master-key] FILE

Makes a new database from a backup: in an empty data directory, or in an empty database of your own. It never replaces
data. Stop the Posthorn that the backup is from before you start the restored one: otherwise both deliver the same
events. The master key comes from POSTHORN_MASTER_KEY, from master.key in the data directory, or from the backup.

  FILE                a backup; with - it is read from standard input
  --check             only reads the file to its end, and says what is in it and whether it is whole
  --print-master-key  only writes the master key in the file, if it has one, to standard output

${SETTINGS}

${EXIT_CODES}
`,
  doctor: `Usage: posthorn doctor [--json]

Looks at the database, the disk, the clock, ports, DNS, TLS, mail, limits and versions, with Posthorn running or stopped.
It changes nothing, and sends no mail. Each finding is ok, a warning or a problem, and says what to do.

  --json  for programs: {"findings": [{"check", "state", "says", "advice"}]}

${SETTINGS}

Exit codes: 0 no problem; 1 at least one problem; 2 not a command; 130 interrupted.
`,
} as const;

export function parseCommand(words: readonly string[]): Command {
  const [name, ...rest] = words;
  if (name === undefined || name === "help" || name === "--help" || name === "-h")
    return { name: "help", of: "all" };
  if (name === "backup") {
    const { values, file } = parsed("backup", rest, { "with-master-key": { type: "boolean" } });
    if (values.help === true) return { name: "help", of: "backup" };
    return { name, file: file(), withMasterKey: values["with-master-key"] === true };
  }
  if (name === "restore") {
    const { values, file } = parsed("restore", rest, {
      check: { type: "boolean" },
      "print-master-key": { type: "boolean" },
    });
    if (values.help === true) return { name: "help", of: "restore" };
    if (values.check === true && values["print-master-key"] === true)
      throw new WrongUsage("--check and --print-master-key do not go together.");
    const mode =
      values.check === true ? "check" : values["print-master-key"] === true ? "print_master_key" : "restore";
    return { name, file: file(), mode };
  }
  if (name === "doctor") {
    const { values, positionals } = parsed("doctor", rest, { json: { type: "boolean" } });
    if (values.help === true) return { name: "help", of: "doctor" };
    if (positionals.length > 0) throw new WrongUsage("posthorn doctor needs no file.");
    return { name, isJson: values.json === true };
  }
  throw new WrongUsage(`There is no command "${name}". posthorn --help lists them.`);
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
      options: { ...flags, help: { type: "boolean", short: "h" } },
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
