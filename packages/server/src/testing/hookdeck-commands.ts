/**
 * Do the tests use every command and every flag of the client?
 *
 * A table has one story for each command of a group, and a story uses every flag of its command at least once. Both are
 * compared with the help of the binary itself, so that a command or a flag without a story fails a test. Commands and
 * flags that are left out are named, with a reason.
 */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, describe, expect, test } from "vitest";
import { type ApiCall, apiCallOf } from "./api-call.ts";
import { type GivenProject, givenProject } from "./given-project.ts";
import { type HookdeckCli, createHookdeckCli } from "./hookdeck-cli.ts";

export interface Command {
  /** Runs it with `--output json`; returns the parsed output. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the far side of the wire has no types
  json(...args: string[]): Promise<any>;
  /** Runs it; returns the text it printed. */
  text(...args: string[]): Promise<string>;
  /** Runs it and expects it to fail; returns its message. */
  refused(...args: string[]): Promise<string>;
}

/** Each story has its own project and client. */
export interface Scene {
  run: Command;
  api: ApiCall;
  project: GivenProject;
  cli: HookdeckCli;
}

/**
 * Some commands ask the vendor's own server which types of sources there are, whatever their configuration says. Here
 * that server cannot be reached, so the client prints this warning before its answer and continues.
 */
const VENDOR_OUT_OF_REACH = /^Warning: could not fetch source types for validation: .*\n/;

export type Story = (scene: Scene) => Promise<void>;

/** Flags by name, without the dashes. */
export type Flags = Record<string, string>;

/** The flags as arguments; `prefix` comes before each name. */
export function flagsOf(flags: Flags, prefix = ""): string[] {
  return Object.entries(flags).flatMap(([name, value]) => [`--${prefix}${name}`, value]);
}

const opened: HookdeckCli[] = [];
/** For `afterAll` of tests that open clients with `signedInCli`. */
export const removeClis = (): Promise<unknown> => Promise.all(opened.map((cli) => cli.remove()));

/** A client in a project, as after `ci`. */
export async function signedInCli(project: GivenProject): Promise<HookdeckCli> {
  const { publicUrl, key } = project;
  const cli = await createHookdeckCli({
    publicUrl,
    signedIn: { key, project: publicId("project", project.id) },
  });
  opened.push(cli);
  return cli;
}

/** Tests a whole group of commands. `leftOut`: commands and flags without a story, and why. */
export function testCommands(
  group: readonly string[],
  stories: Record<string, Story>,
  leftOut: Record<string, string> = {},
): void {
  test(`every command of ${group.join(" ")} has a story`, async () => {
    const cli = await signedInCli(await givenProject());

    const commands = await commandsUnder(cli, group);

    expect(commands.filter((command) => !(command in leftOut))).toEqual(Object.keys(stories).toSorted());
  });
  testStories(group, stories, leftOut);
}

/** One test for each story of `hookdeck <group>`. `leftOut`: flags that it does not use, and why. */
export function testStories(
  group: readonly string[],
  stories: Record<string, Story>,
  leftOut: Record<string, string> = {},
): void {
  describe(group.join(" "), () => {
    afterAll(removeClis);

    test.concurrent.each(Object.entries(stories))("%s", async (name, story) => {
      const project = await givenProject();
      const cli = await signedInCli(project);
      const path = [...group, ...name.split(" ")];
      const used = new Set<string>();

      await story({ run: commandAt(cli, path, used), api: apiCallOf(project), project, cli });

      const flags = flagsIn((await cli.run([...path, "--help"])).stdout);
      expect(flags.filter((flag) => !used.has(flag) && !(`--${flag}` in leftOut))).toEqual([]);
    });
  });
}

function commandAt(cli: HookdeckCli, path: readonly string[], used: Set<string>): Command {
  async function run(args: readonly string[]) {
    for (const argument of args) if (argument.startsWith("--")) used.add(argument.slice(2));
    return cli.run([...path, ...args]);
  }
  async function succeeded(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await run(args);
    expect(code, `hookdeck ${[...path, ...args].join(" ")}\n${stdout}${stderr}`).toBe(0);
    return stdout.replace(VENDOR_OUT_OF_REACH, "");
  }
  return {
    json: async (...args) => JSON.parse(await succeeded([...args, "--output", "json"])),
    text: (...args) => succeeded(args),
    async refused(...args) {
      const { code, stdout, stderr } = await run(args);
      expect(code, stdout).toBe(1);
      return stdout + stderr;
    },
  };
}

/** The commands below one, each as the words that follow it; those of a group inside are `executions list`. */
export async function commandsUnder(cli: HookdeckCli, path: readonly string[]): Promise<string[]> {
  const below = await Promise.all(
    (await namesUnder(cli, path)).map(async (name) => {
      const inside = await commandsUnder(cli, [...path, name]);
      return inside.length === 0 ? [name] : inside.map((command) => `${name} ${command}`);
    }),
  );
  return below.flat().toSorted();
}

/** The commands and groups right below one. */
export async function namesUnder(cli: HookdeckCli, path: readonly string[]): Promise<string[]> {
  const { stdout } = await cli.run([...path, "--help"]);
  return linesOf(stdout, "Available Commands").flatMap((line) => /^ {2}([\w-]+)/.exec(line)?.[1] ?? []);
}

function flagsIn(help: string): string[] {
  const flags = linesOf(help, "Flags").flatMap((line) => /^ +(?:-\w, )?--([\w-]+)/.exec(line)?.[1] ?? []);
  return flags.filter((flag) => flag !== "help");
}

/** The lines under a heading of the help, up to the next empty one. */
function linesOf(help: string, heading: string): string[] {
  const lines = help.split("\n");
  const start = lines.indexOf(`${heading}:`);
  return start === -1 ? [] : lines.slice(start + 1, lines.indexOf("", start));
}
