/**
 * What is a command?
 *
 * One object with its name, arguments, options, help and work. Arguments are read, help is printed, the shell's completion
 * is answered and the reference page is written from these objects alone, so they cannot disagree.
 */
import type { Client } from "../api/client.ts";
import type { Exit } from "../failure.ts";
import type { ConfigFile } from "../settings/config-file.ts";
import type { Settings } from "../settings/settings.ts";
import type { Machine } from "../machine.ts";

export interface Option {
  /** A flag is there or not; a text, a number or one of `choices` follows the others; a list may be given several times. */
  kind: "flag" | "text" | "number" | "list";
  about: string;
  /** One letter. */
  short?: string;
  /** What stands for the value in the help. */
  value?: string;
  choices?: readonly string[];
}

export interface Argument {
  name: string;
  about: string;
  isOptional?: boolean;
  /** Takes all that is left; only the last one. */
  isRepeated?: boolean;
  choices?: readonly string[];
}

export interface Example {
  /** As typed, without a prompt. */
  line: string;
  about: string;
}

/** What the work of a command may use. */
export interface Surroundings {
  machine: Machine;
  settings: Settings;
  config: ConfigFile;
  /** Calls to the server of the settings. Without a key it fails, unless the endpoint needs none. */
  client: Client;
}

export type Given = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Command {
  /** The words that are typed: `project list`. */
  name: string;
  section: Section;
  /** One line, without a full stop. */
  about: string;
  /** Paragraphs below it. */
  details?: string;
  arguments: readonly Argument[];
  options: Readonly<Record<string, Option>>;
  examples: readonly Example[];
  /** Its profile, if nobody names another. */
  usualProfile?: string;
  /** Not in the help: for programs. */
  isHidden?: boolean;
  /** Returns how it ended, if that is neither done nor a failure. */
  run(given: { arguments: Given; options: Given }, surroundings: Surroundings): Promise<Exit | void>;
}

/** In the order of the help. */
export const SECTIONS = {
  product: "Run Posthorn",
  account: "Sign in",
  events: "Receive events",
  look: "See what happens",
  send: "Send requests",
  configuration: "Configuration as a file",
  resources: "The whole gateway",
  other: "Other commands",
} as const;
export type Section = keyof typeof SECTIONS;

type ValueOf<O extends Option> = O["kind"] extends "flag"
  ? boolean
  : O["kind"] extends "list"
    ? readonly string[]
    : O["kind"] extends "number"
      ? number | undefined
      : string | undefined;

type ArgumentValues<A extends readonly Argument[]> = {
  [One in A[number] as One["name"]]: One extends { isRepeated: true }
    ? readonly string[]
    : One extends { isOptional: true }
      ? string | undefined
      : string;
};

/** What a command with these arguments and options is given. */
export interface GivenFor<A extends readonly Argument[], O extends Readonly<Record<string, Option>>> {
  arguments: ArgumentValues<A>;
  options: { [Name in keyof O]: ValueOf<O[Name]> };
}

interface Definition<A extends readonly Argument[], O extends Readonly<Record<string, Option>>> extends Omit<
  Command,
  "arguments" | "options" | "run"
> {
  arguments?: A;
  options?: O;
  run(given: GivenFor<A, O>, surroundings: Surroundings): Promise<Exit | void>;
}

/** The types of what was given follow from the arguments and options. */
export function defineCommand<
  const A extends readonly Argument[] = [],
  const O extends Readonly<Record<string, Option>> = Readonly<Record<string, never>>,
>(definition: Definition<A, O>): Command {
  return {
    arguments: [],
    options: {},
    ...definition,
    run: (given, surroundings) =>
      // Safe: read-arguments.ts gives every argument and option of this very definition, as its kind says.
      definition.run(given as Parameters<typeof definition.run>[0], surroundings),
  };
}
