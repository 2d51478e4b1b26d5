import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allCommands } from "../commands/command-table.ts";
import { completionsFor } from "./completions.ts";
import { scriptFor } from "./shell-scripts.ts";

const COMMANDS = await allCommands();

const texts = (...words: string[]) => completionsFor(words, COMMANDS).map(({ text }) => text);

test("words of commands are completed, hidden commands are not", () => {
  expect(texts("")).toEqual(expect.arrayContaining(["start", "login", "project", "open"]));
  expect(texts("")).not.toContain("__complete");
  expect(texts("log")).toEqual(["login", "logout"]);
  expect(texts("project", "")).toEqual(expect.arrayContaining(["list", "use", "create"]));
  expect(texts("--profile", "work", "project", "l")).toEqual(["list"]);
});

test("options are completed, and the choices of options and arguments", () => {
  expect(texts("login", "--no")).toEqual(["--no-browser"]);
  expect(texts("login", "--")).toEqual(expect.arrayContaining(["--key", "--profile", "--help"]));
  expect(texts("whoami", "--output", "")).toEqual(["json", "table", "yaml"]);
  expect(texts("whoami", "-o", "y")).toEqual(["yaml"]);
  expect(texts("completion", "")).toEqual(["bash", "fish", "zsh"]);
  expect(texts("login", "--key", "")).toEqual([]);
  expect(texts("send", "stri")).toEqual(["stripe"]);
  expect(texts("send", "--to", "3000", "tiktok-")).toEqual(["tiktok-shop"]);
  expect(texts("send", "gitlab", "--dr")).toEqual(["--dry-run"]);
});

test("bash completes a line with the script", async () => {
  const folder = await mkdtemp(join(tmpdir(), "posthorn-completion-"));
  try {
    const program = join(folder, "posthorn");
    await writeFile(
      program,
      `#!/bin/sh\n[ "$1 $2 $3" = "__complete -- project" ] && printf 'list\\tAll\\nuse\\tOne of them\\n'\n`,
    );
    await chmod(program, 0o755);
    const script = `${scriptFor("bash")}
COMP_WORDS=(posthorn project ""); COMP_CWORD=2; _posthorn; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p posthorn`;
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };

    const printed = execFileSync("bash", ["-c", script], { env, encoding: "utf8" });

    expect(printed.split("\n").slice(0, 2)).toEqual(["list", "use"]);
    expect(printed).toContain("-F _posthorn posthorn");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("every shell has a script that asks for the words so far", () => {
  for (const shell of ["bash", "zsh", "fish"]) expect(scriptFor(shell)).toContain("posthorn __complete -- ");
});
