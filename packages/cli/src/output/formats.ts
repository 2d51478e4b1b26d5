/**
 * How is a result printed for people, and for programs?
 *
 * JSON and YAML are for programs: they carry the value as the server sent it. JSON.stringify escapes control characters, so
 * no value can act on a terminal; YAML escapes them too.
 */
import { misuse } from "../failure.ts";
import type { Output } from "../machine.ts";

export const FORMATS = ["table", "json", "yaml"] as const;
export type Format = (typeof FORMATS)[number];

export const OUTPUT_OPTION = {
  kind: "text",
  short: "o",
  value: FORMATS.join("|"),
  choices: FORMATS,
  about: "How to print the result; a table by default",
} as const;

export function formatOf(asked: string | undefined): Format {
  const format = FORMATS.find((one) => one === (asked ?? "table"));
  if (format === undefined)
    throw misuse(`--output cannot be "${asked}".`, `It is one of: ${FORMATS.join(", ")}.`);
  return format;
}

/** `asTable` is called only if a person reads it. */
export async function printResult(
  out: Output,
  format: Format,
  value: unknown,
  asTable: () => string,
): Promise<void> {
  if (format === "table") return out.write(asTable());
  if (format === "json") return out.write(`${JSON.stringify(value, null, 2)}\n`);
  const { stringify } = await import("yaml");
  out.write(stringify(value, { lineWidth: 0 }));
}
