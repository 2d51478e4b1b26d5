/** `posthorn backup`, `restore` and `doctor`: the product itself does the work, where it is installed with the client. */
import type { Exit } from "../failure.ts";
import type { Machine } from "../machine.ts";
import { defineCommand } from "./command.ts";
import { productOf } from "./product-of.ts";

const SETTINGS =
  "The settings are those of the server, variables of the environment: above all POSTHORN_DATA_DIR, or POSTHORN_DATABASE_URL and " +
  "POSTHORN_MASTER_KEY. This is a command of the package posthorn; the client alone, posthorn-cli, cannot do it.";

export const backup = defineCommand({
  name: "backup",
  section: "product",
  about: "Write the whole database into one file",
  details:
    "Everything in the database as it is at one moment, while Posthorn runs or when it is stopped. A file that exists is never " +
    `replaced. Without the master key, which is not in the file, no secret in it can be read, and nothing restored.\n\n${SETTINGS}`,
  arguments: [{ name: "file", about: "Where to: a file, a folder, or - for standard output" }],
  options: {
    "with-master-key": {
      kind: "flag",
      about: "Put the master key into the file. Whoever has the file can then read every secret in it",
    },
  },
  examples: [
    { line: "posthorn backup /backups/", about: "Into a file that is named after the time" },
    { line: "posthorn backup - | age -r KEY > posthorn.age", about: "Encrypted on the way" },
  ],
  run: ({ arguments: { file }, options }, { machine }) =>
    maintained(machine, "backup", [...(options["with-master-key"] ? ["--with-master-key"] : []), "--", file]),
});

export const restore = defineCommand({
  name: "restore",
  section: "product",
  about: "Make a new database from a backup",
  details:
    "In an empty data directory, or in an empty database of your own; it never replaces data. Stop the Posthorn that the backup " +
    "is from before you start the restored one: otherwise both deliver the same events. The master key comes from " +
    `POSTHORN_MASTER_KEY, from master.key in the data directory, or from the backup.\n\n${SETTINGS}`,
  arguments: [{ name: "file", about: "A backup, or - for standard input" }],
  options: {
    check: {
      kind: "flag",
      about: "Only read the file to its end, and say what is in it and whether it is whole",
    },
    "print-master-key": { kind: "flag", about: "Only write the master key in the file, if it has one" },
  },
  examples: [
    { line: "posthorn restore --check backup.posthorn", about: "Is the file whole?" },
    { line: "POSTHORN_DATA_DIR=/new posthorn restore backup.posthorn", about: "Into a new data directory" },
  ],
  run: ({ arguments: { file }, options }, { machine }) =>
    maintained(machine, "restore", [
      ...(options.check ? ["--check"] : []),
      ...(options["print-master-key"] ? ["--print-master-key"] : []),
      "--",
      file,
    ]),
});

export const doctor = defineCommand({
  name: "doctor",
  section: "product",
  about: "Look at everything that Posthorn needs, and say what to do",
  details:
    "At the database, the disk, the clock, ports, DNS, TLS, mail, limits and versions, with Posthorn running or stopped. It " +
    `changes nothing, and sends no mail. The exit code is 1 if there is a problem.\n\n${SETTINGS}`,
  options: { json: { kind: "flag", about: "For programs" } },
  examples: [{ line: "posthorn doctor", about: "Each line is ok, a warning or a problem" }],
  run: ({ options }, { machine }) => maintained(machine, "doctor", options.json ? ["--json"] : []),
});

/** What the product's programs end with (packages/server/src/maintenance/run-command.ts). */
const EXIT_OF_CODE: Readonly<Record<number, Exit>> = { 0: "done", 2: "misused", 130: "interrupted" };

/** What went wrong stands above: the product has said it. */
async function maintained(
  machine: Pick<Machine, "product">,
  command: "backup" | "restore" | "doctor",
  given: readonly string[],
): Promise<Exit> {
  const code = await productOf(machine, command).maintain([command, ...given]);
  return EXIT_OF_CODE[code] ?? "failed";
}
