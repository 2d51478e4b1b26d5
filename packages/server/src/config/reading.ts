/**
 * How is one setting read?
 *
 * Every reader returns a value that fits, also for a mistake: it notes the mistake and goes on, so that one start reports
 * them all. What may hold a secret is not quoted.
 */

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Reading {
  environment: Environment;
  /** Sentences for the operator, in the order in which the settings were read. */
  mistakes: string[];
  /** Trimmed; null without one. */
  text: (name: string) => string | null;
  /** What stands between commas. */
  list: (name: string) => string[];
  port: (name: string, fallback: number) => number;
  /** From 1 up to `most`. Null if there is none, or 0. */
  count: (name: string, most: number) => number | null;
  /** Without slashes at its end. */
  url: (name: string, fallback: string) => string;
  optionalUrl: (name: string) => string | null;
  headers: (name: string) => Record<string, string>;
  /** What another program presents. */
  token: (name: string) => string | null;
}

/** What an HTTP header can carry, without spaces. */
export const HEADER_TEXT = /^[!-~]+$/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\da-z-]+$/i;
const HEADER_VALUE = /^[\t -~]*$/;
const TOKEN_MIN_CHARACTERS = 24;

export function createReading(environment: Environment): Reading {
  const mistakes: string[] = [];
  const text = (name: string): string | null => environment[name]?.trim() || null;
  const list = (name: string): string[] =>
    (text(name) ?? "")
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);

  function port(name: string, fallback: number): number {
    const value = text(name);
    if (value === null) return fallback;
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
    mistakes.push(`${name} must be a port number from 0 to 65535, not "${value}"`);
    return fallback;
  }

  function count(name: string, most: number): number | null {
    const value = text(name);
    if (value === null || value === "0") return null;
    if (/^\d{1,9}$/.test(value) && Number(value) <= most) return Number(value);
    mistakes.push(`${name} must be a number from 1 to ${most}, or 0 for none, not "${value}"`);
    return null;
  }

  function url(name: string, fallback: string): string {
    const value = text(name);
    if (value === null) return fallback;
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, "");
    mistakes.push(`${name} must be an http or https URL, not "${value}"`);
    return fallback;
  }

  function headers(name: string): Record<string, string> {
    const read: Record<string, string> = {};
    for (const [at, pair] of list(name).entries()) {
      const [, header = "", value = ""] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
      if (HEADER_NAME.test(header.trim()) && HEADER_VALUE.test(value.trim())) {
        read[header.trim()] = value.trim();
      } else {
        // The text may hold a secret, so the message only counts.
        mistakes.push(`${name} must list name=value, separated by commas; number ${at + 1} is not`);
      }
    }
    return read;
  }

  function token(name: string): string | null {
    const value = text(name);
    if (value && (value.length < TOKEN_MIN_CHARACTERS || !HEADER_TEXT.test(value)))
      mistakes.push(
        `${name} must have at least ${TOKEN_MIN_CHARACTERS} visible ASCII characters without spaces, for example from: openssl rand -hex 24`,
      );
    return value;
  }

  return {
    environment,
    mistakes,
    text,
    list,
    port,
    count,
    url,
    optionalUrl: (name) => (text(name) === null ? null : url(name, "")),
    headers,
    token,
  };
}

/** Returns the value if it is one of `known`; otherwise notes the mistake and returns `fallback`. */
export function oneOf<const Known extends string>(
  known: readonly Known[],
  value: string,
  fallback: Known,
  mistake: () => string,
  mistakes: string[],
): Known {
  const found = known.find((one) => one === value);
  if (found === undefined) mistakes.push(mistake());
  return found ?? fallback;
}
