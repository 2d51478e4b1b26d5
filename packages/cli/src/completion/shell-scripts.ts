/**
 * How does a shell ask us for completions?
 *
 * Each script only hands the line over to `posthorn __complete`, so a new release completes its new commands without a new
 * script. Beware: bash shows no explanations, and zsh separates them with a colon that the text may contain as well.
 */

export const SHELLS = ["bash", "zsh", "fish"] as const;

const BASH = `# Completion of posthorn for bash: eval "$(posthorn completion bash)"
_posthorn() {
  local IFS=$'\\n' line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(posthorn __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _posthorn posthorn
`;

const ZSH = `#compdef posthorn
# Completion of posthorn for zsh: eval "$(posthorn completion zsh)"
_posthorn() {
  local line
  local -a found
  while IFS= read -r line; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(posthorn __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe -t commands posthorn found; else _files; fi
}
compdef _posthorn posthorn
`;

const FISH = `# Completion of posthorn for fish: posthorn completion fish > ~/.config/fish/completions/posthorn.fish
complete -c posthorn -f -a '(posthorn __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`;

const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

export function scriptFor(shell: string): string {
  return SCRIPTS[shell] ?? "";
}
