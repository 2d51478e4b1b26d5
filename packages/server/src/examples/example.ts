/**
 * What is an example of a provider, and what does it become when it is sent?
 *
 * Data in `providers/`, one file for each type. Texts in it may have placeholders, so that no two requests are the same:
 * `<<id>>` (24 hexadecimal digits), `<<iso>>`, and the numbers `<<seconds>>`, `<<milliseconds>>` and `<<number>>`. A text
 * that is nothing but a number's placeholder becomes a number, unless it is written as `<<text:seconds>>`.
 */
import type { RequestMethod } from "@posthorn/contract/causes";
import { randomBytes } from "node:crypto";

export interface Example {
  /** As the provider calls this kind of request. */
  name: string;
  headers: Readonly<Record<string, string>>;
  /** JSON, or the fields of a form. */
  json?: unknown;
  form?: Readonly<Record<string, string>>;
}

/** When an example is sent, and what makes it another one than all before. */
export interface Moment {
  nowMs: number;
  id: string;
}

export function momentAt(nowMs: number): Moment {
  return { nowMs, id: randomBytes(12).toString("hex") };
}

export interface FilledExample {
  method: RequestMethod;
  headers: [name: string, value: string][];
  /** Null if the method has no body. */
  content: { json: unknown } | { form: Record<string, string> } | null;
}

const WITHOUT_BODY: ReadonlySet<RequestMethod> = new Set(["GET", "HEAD"]);
const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** `allowed` are the methods of the source. Providers send POST; another one is taken where the source wants it. */
export function filled(
  { headers, json, form }: Example,
  allowed: readonly RequestMethod[],
  moment: Moment,
): FilledExample {
  const method = allowed.includes("POST") ? "POST" : (allowed[0] ?? "POST");
  const fill = (value: unknown) => filledValue(value, moment);
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(fill(value))]);
  if (WITHOUT_BODY.has(method)) return { method, headers: given, content: null };
  const type = form === undefined ? JSON_TYPE : FORM_TYPE;
  return {
    method,
    headers: [["Content-Type", type], ...given],
    content:
      form === undefined
        ? { json: fill(json) }
        : {
            form: Object.fromEntries(
              Object.entries(form).map(([name, value]) => [name, String(fill(value))]),
            ),
          },
  };
}

function filledValue(value: unknown, moment: Moment): unknown {
  if (typeof value === "string") return filledText(value, moment);
  if (Array.isArray(value)) return value.map((member) => filledValue(member, moment));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, filledValue(member, moment)]),
  );
}

const PLACEHOLDER = /<<(?:text:)?(id|iso|seconds|milliseconds|number)>>/g;

function filledText(text: string, { nowMs, id }: Moment): string | number {
  const seconds = Math.floor(nowMs / 1000);
  /** Ten digits, from the id, so that all of one request have the same. */
  const number = 1_000_000_000 + (Number.parseInt(id.slice(0, 8), 16) % 9_000_000_000);
  const numbers = new Map([
    ["<<seconds>>", seconds],
    ["<<milliseconds>>", nowMs],
    ["<<number>>", number],
  ]);
  return (
    numbers.get(text) ??
    text.replaceAll(PLACEHOLDER, (_, name: string) => {
      if (name === "id") return id;
      return name === "iso" ? new Date(nowMs).toISOString() : String(numbers.get(`<<${name}>>`));
    })
  );
}
