/**
 * When is text coloured, and how?
 *
 * Only on a terminal that shows colours, and never against NO_COLOR (no-color.org). FORCE_COLOR colours a pipe too, for
 * logs of CI that show it.
 */

/** The parameters of the escape sequences that begin and end a style. */
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof STYLES;
export type Paint = (style: Style, text: string) => string;

export const unpainted: Paint = (_, text) => text;

export const painted: Paint = (style, text) => {
  const [begin, end] = STYLES[style];
  return text === "" ? "" : `\u001b[${begin}m${text}\u001b[${end}m`;
};

interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  isTerminal: boolean;
}

export function paintFor({ env, isTerminal }: Surroundings): Paint {
  if (env["NO_COLOR"]) return unpainted;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced === "0" ? unpainted : painted;
  return isTerminal && env["TERM"] !== "dumb" ? painted : unpainted;
}
