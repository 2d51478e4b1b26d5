/** What does `posthorn export` do? */
import type { Client } from "../api/client.ts";
import { Failure } from "../failure.ts";
import type { Machine } from "../machine.ts";
import { printable } from "../output/printable.ts";
import { HIDDEN } from "./configuration.ts";
import { placeOf, writeConfigurationFile } from "./files.ts";
import { readProject } from "./read-project.ts";
import { unmanagedText, writtenFile } from "./write-file.ts";

interface Export {
  client: Pick<Client, "call">;
  machine: Pick<Machine, "out" | "err">;
  out: string | undefined;
}

export async function exportConfiguration({
  client,
  machine: { out: output, err },
  out,
}: Export): Promise<void> {
  const file = out === undefined ? null : await placeOf(out);
  const present = await readProject(client);
  const { source, destination } = present.configuration;
  if ([...source.values(), ...destination.values()].some(({ config }) => config.auth === HIDDEN))
    throw new Failure(
      "Your key may not see how the sources and destinations of this project prove themselves.",
      {
        why: "A file without that would take it away when it is applied.",
        todo: "Use a key with the role member.",
        exit: "refused",
      },
    );
  const written = writtenFile(present, { hasCodeFiles: file !== null });
  for (const one of present.unmanaged) err.write(`Not in the file: ${unmanagedText(one)}.\n`);
  if (file === null) return output.write(written.yaml);
  const files = await writeConfigurationFile(file, written);
  output.write(files.map((path) => `${printable(path)}\n`).join(""));
  if (written.variables.length > 0) err.write(`Set before you apply it: ${written.variables.join(", ")}.\n`);
}
