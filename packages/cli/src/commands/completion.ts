/** `posthorn completion`: what the shell needs to complete commands, and the hidden command that it asks then. */
import { completionsFor } from "../completion/completions.ts";
import { SHELLS, scriptFor } from "../completion/shell-scripts.ts";
import { type Command, defineCommand } from "./command.ts";

export const completion = defineCommand({
  name: "completion",
  section: "other",
  about: "Print what your shell needs to complete commands and options",
  arguments: [{ name: "shell", about: "The shell", choices: SHELLS }],
  examples: [
    { line: 'eval "$(posthorn completion bash)"', about: "In ~/.bashrc" },
    { line: 'eval "$(posthorn completion zsh)"', about: "In ~/.zshrc, after compinit" },
    { line: "posthorn completion fish > ~/.config/fish/completions/posthorn.fish", about: "Once, for fish" },
  ],
  run: async ({ arguments: { shell } }, { machine: { out } }) => out.write(scriptFor(shell)),
});

/** Asked by the scripts with the words so far; the last one is being typed. */
export function completeCommand(commands: () => Promise<readonly Command[]>): Command {
  return defineCommand({
    name: "__complete",
    section: "other",
    about: "Answer a shell that completes a line",
    isHidden: true,
    arguments: [{ name: "words", about: "The words so far, after --", isRepeated: true, isOptional: true }],
    examples: [],
    run: async ({ arguments: { words } }, { machine: { out } }) =>
      out.write(
        completionsFor(words, await commands())
          .map(({ text, about }) => `${text}\t${about}\n`)
          .join(""),
      ),
  });
}
