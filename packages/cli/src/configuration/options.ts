/** Which words do several commands of the configuration take? */
import type { Argument, Option } from "../commands/command.ts";

export const FILE_ARGUMENT = {
  name: "file",
  about: "The file, or - for stdin; posthorn.yaml by default",
  isOptional: true,
} as const satisfies Argument;

export const PRUNE_OPTION = {
  kind: "flag",
  about: "Delete what is in the project and not in the file. Things without a name stay",
} as const satisfies Option;
