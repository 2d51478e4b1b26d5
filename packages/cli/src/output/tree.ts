/**
 * How is a thing with parts of its own drawn in a terminal?
 *
 * Pure. One line for each branch, with the lines that people know from `tree` before it. Texts come in as they are printed:
 * the caller has made printable what others wrote.
 */
export interface Branch {
  text: string;
  branches?: readonly Branch[];
}

export function treeText({ text, branches = [] }: Branch): string {
  return `${[text, ...linesOf(branches)].join("\n")}\n`;
}

function linesOf(branches: readonly Branch[]): string[] {
  return branches.flatMap(({ text, branches: inner = [] }, at) => {
    const isLast = at === branches.length - 1;
    return [
      `${isLast ? "└─" : "├─"} ${text}`,
      ...linesOf(inner).map((line) => `${isLast ? "  " : "│ "} ${line}`),
    ];
  });
}
