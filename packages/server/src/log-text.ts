/**
 * How does a line of the log look to a person at a terminal?
 *
 * Local time, level, the event's name as in the JSON lines, then its fields. Fields may contain what strangers sent, and
 * a terminal obeys control characters. So none of them gets through.
 */
import { type Fields, type LineFormat, type LogLevel, writableFields } from "./log.ts";

const STYLES = { bold: 1, dim: 2, red: 31, yellow: 33 } as const;
export type Paint = (style: keyof typeof STYLES, text: string) => string;

export const coloured: Paint = (style, text) => `\u001b[${STYLES[style]}m${text}\u001b[0m`;
export const uncoloured: Paint = (_style, text) => text;

const LEVEL_STYLES: Readonly<Record<LogLevel, keyof typeof STYLES>> = {
  debug: "dim",
  info: "dim",
  warn: "yellow",
  error: "red",
};
const LONGEST_LEVEL = 5;

/** C0 and C1 controls, line ends, and the marks that reverse the direction of text. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Exactly one line, except at level `error`: there the stack follows, for the person who must act. */
export function textFormat(paint: Paint): LineFormat {
  return (level, event, fields, at) => {
    const kept = writableFields(fields);
    const words = [
      paint("dim", timeOfDay(at)),
      paint(LEVEL_STYLES[level], level.padEnd(LONGEST_LEVEL)),
      paint("bold", harmless(event)),
      ...fieldTexts("", kept).map(({ name, text }) => paint("dim", `${name}=`) + text),
    ];
    const stacks = level === "error" ? Object.values(kept).flatMap(stackLines) : [];
    return [words.join(" "), ...stacks.map((line) => paint("dim", `    ${line}`))].join("\n");
  };
}

function timeOfDay(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

/** The fields of an object are named `outer.inner`; an error is its message, and those of its causes and parts. */
function fieldTexts(prefix: string, fields: Fields): { name: string; text: string }[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const fullName = harmless(prefix + name);
    if (isLoggedError(value)) return [{ name: fullName, text: quoted(errorText(value)) }];
    if (isPlainObject(value)) return fieldTexts(`${prefix}${name}.`, value);
    return [{ name: fullName, text: quoted(valueText(value)) }];
  });
}

function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((item) => typeof item === "string" || typeof item === "number"))
    return value.join(",");
  return JSON.stringify(value);
}

/** An error as `writableFields` left it. */
interface LoggedError {
  message: string;
  stack?: unknown;
  code?: unknown;
  cause?: unknown;
  errors?: unknown;
}

function isLoggedError(value: unknown): value is LoggedError {
  return isPlainObject(value) && typeof value["message"] === "string" && "stack" in value;
}

function isPlainObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function errorText({ message, code, cause, errors }: LoggedError): string {
  const own = typeof code === "string" && !message.includes(code) ? `${message} (${code})` : message;
  const parts = Array.isArray(errors) ? errors.filter(isLoggedError).map(errorText) : [];
  const why = [...(isLoggedError(cause) ? [errorText(cause)] : []), ...new Set(parts)].join("; ");
  return [own, why].filter((text) => text !== "").join(": ");
}

function stackLines(value: unknown): string[] {
  if (!isLoggedError(value)) return [];
  const own = typeof value.stack === "string" ? value.stack.split("\n") : [];
  return [...own.map((line) => harmless(line.trim())), ...stackLines(value.cause)];
}

function quoted(text: string): string {
  return text === "" || /[\s"]/.test(text) ? harmless(JSON.stringify(text)) : harmless(text);
}

function harmless(text: string): string {
  return text.replace(
    CONTROLS,
    (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, "0")}`,
  );
}
