/**
 * How does the product tell an operator what it does?
 *
 * One JSON line per thing done, on standard output; `error` means a person must act. Values under names
 * that hold secrets are never written, whoever passes them.
 */

export interface Log {
  info: (event: string, fields?: Fields) => void;
  warn: (event: string, fields?: Fields) => void;
  error: (event: string, fields?: Fields) => void;
}

type Fields = Record<string, unknown>;
type Level = keyof Log;

const SECRET_NAME = /password|secret|token|authorization|cookie|api_?key|master_?key|signature/i;

/** What may be written of a value: errors by message and cause, secrets not at all. */
function writable(name: string, value: unknown): unknown {
  if (SECRET_NAME.test(name)) return "[redacted]";
  if (value instanceof Error) {
    // `code` is where Node and PostgreSQL put the reason; plain errors have none.
    const code = "code" in value ? value.code : undefined;
    return {
      message: value.message,
      code,
      stack: value.stack,
      cause: value.cause && writable("cause", value.cause),
    };
  }
  if (value && typeof value === "object" && !Array.isArray(value) && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, writable(key, inner)]));
  }
  return value;
}

/** The line itself, apart from where it goes. */
export function logLine(level: Level, event: string, fields: Fields, at: Date): string {
  const entries = Object.entries(fields).map(([name, value]) => [name, writable(name, value)]);
  return JSON.stringify({ at: at.toISOString(), level, event, ...Object.fromEntries(entries) });
}

export function createLog(write: (line: string) => void = (line) => process.stdout.write(`${line}\n`)): Log {
  const at =
    (level: Level) =>
    (event: string, fields: Fields = {}) =>
      write(logLine(level, event, fields, new Date()));
  return { info: at("info"), warn: at("warn"), error: at("error") };
}
