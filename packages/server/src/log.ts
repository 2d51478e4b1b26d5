/**
 * How does an operator see what the product does?
 *
 * It writes one line per thing done to standard output; `error` means a person must act. A line is JSON, unless
 * `createLog` gets another format. A value is never written if its name says that it is a secret.
 */

/** From the most to the fewest lines: a level writes its own lines and those of every later level. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Log {
  /**
   * Null unless the operator asked for this level. Call it as `log.debug?.(…)`: otherwise not even the object of its
   * fields is created.
   */
  debug: WriteLine | null;
  info: WriteLine;
  warn: WriteLine;
  error: WriteLine;
}

type WriteLine = (event: string, fields?: Fields) => void;
export type Fields = Record<string, unknown>;

/** Builds a line, but does not write it. */
export type LineFormat = (level: LogLevel, event: string, fields: Fields, at: Date) => string;

const SECRET_NAME = /password|secret|token|authorization|cookie|api_?key|master_?key|signature/i;

/** Of an error that stands for several; they are mostly the same one. */
const ERRORS_AT_MOST = 5;

/** The part of a value that may be written: of errors message, code, cause and those they stand for; of secrets nothing. */
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
      ...(value instanceof AggregateError && {
        errors: value.errors.slice(0, ERRORS_AT_MOST).map((inner) => writable("error", inner)),
      }),
    };
  }
  if (value && typeof value === "object" && !Array.isArray(value) && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, writable(key, inner)]));
  }
  return value;
}

/** Every format starts from these, so that none of them writes a secret. */
export function writableFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, writable(name, value)]));
}

export const jsonLine: LineFormat = (level, event, fields, at) =>
  JSON.stringify({ at: at.toISOString(), level, event, ...writableFields(fields) });

export const toStandardOutput = (line: string): void => void process.stdout.write(`${line}\n`);

export function createLog(
  write: (line: string) => void = toStandardOutput,
  level: LogLevel = "info",
  format: LineFormat = jsonLine,
): Log {
  const isWritten = (one: LogLevel) => LOG_LEVELS.indexOf(one) >= LOG_LEVELS.indexOf(level);
  const at =
    (one: LogLevel): WriteLine =>
    (event, fields = {}) =>
      write(format(one, event, fields, new Date()));
  const atOrNothing = (one: LogLevel): WriteLine => (isWritten(one) ? at(one) : () => undefined);
  return {
    debug: isWritten("debug") ? at("debug") : null,
    info: atOrNothing("info"),
    warn: atOrNothing("warn"),
    error: atOrNothing("error"),
  };
}
