/**
 * Which values of a request are masked before the request is stored?
 *
 * The redaction list of a source: paths such as `body.customer.email`, `body.items[*].card.number`,
 * `headers.authorization` and `query.token`. `readRedactionPath` is the one reader of such a path: the API refuses by it,
 * the form checks by it, and ingest masks by it.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { REDACTION_MAX_PATHS, REDACTION_PATH_MAX_CHARACTERS, REDACTION_PATH_MAX_STEPS } from "./limits.ts";

/** What stands in the place of a masked value. */
export const REDACTED = "[redacted]";

/** A name, the place in a list, or null for every member and every item. */
export type RedactionStep = string | number | null;

export type RedactionPath =
  | { part: "body"; steps: readonly RedactionStep[] }
  /** Headers are in lower case. */
  | { part: "headers" | "query"; name: string };

/** Without them nobody could read the body, or a loop of deliveries would never end. */
const NEEDED_HEADERS = new Set([
  "content-type",
  "content-encoding",
  "content-length",
  "transfer-encoding",
  "x-posthorn-hops",
]);

const PART = /^(?:body|headers|query)(?=[.[]|$)/;
const STEP = /\.([^.[\]"\s]+)|\[(?:(\*)|(\d{1,9})|("(?:[^"\\]|\\.)*"))\]/y;

/** Returns the mistake as what a person must do, if the text is no path. */
export function readRedactionPath(text: string): RedactionPath | { problem: string } {
  if (text.length > REDACTION_PATH_MAX_CHARACTERS)
    return { problem: `must have at most ${REDACTION_PATH_MAX_CHARACTERS} characters` };
  const part = PART.exec(text)?.[0];
  if (part === undefined)
    return { problem: "must begin with body, headers or query, such as body.customer.email" };
  const steps = stepsIn(text, part.length);
  if (steps === null)
    return { problem: 'must be names after dots, such as body.items[*].email or body["first name"]' };
  if (steps.length === 0) return { problem: `must name a value, such as ${part}.email` };
  if (steps.length > REDACTION_PATH_MAX_STEPS)
    return { problem: `must have at most ${REDACTION_PATH_MAX_STEPS} steps` };
  if (part === "body") return { part, steps };
  const [name] = steps;
  if (steps.length > 1 || typeof name !== "string")
    return { problem: `must name one ${part === "headers" ? "header" : "parameter"}, such as ${part}.token` };
  if (part === "query") return { part, name };
  const header = name.toLowerCase();
  if (NEEDED_HEADERS.has(header)) return { problem: `may not name ${header}, which Posthorn needs` };
  return { part: "headers", name: header };
}

function stepsIn(text: string, start: number): RedactionStep[] | null {
  const steps: RedactionStep[] = [];
  for (let at = start; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (!found) return null;
    const [, name, every, place, quoted] = found;
    const step = quoted === undefined ? (name ?? (every ? null : Number(place))) : unquoted(quoted);
    if (step === undefined) return null;
    steps.push(step);
  }
  return steps;
}

function unquoted(quoted: string): string | undefined {
  try {
    // The pattern has found a text in quotes, so the value is a text.
    return JSON.parse(quoted) as string;
  } catch {
    return undefined; // an escape that JSON does not have
  }
}

const RedactionPathText = z.string().check(
  z.refine((text) => text.isWellFormed() && !text.includes("\u0000"), {
    error: "must be Unicode text without null characters",
    abort: true,
  }),
  ({ value, issues }) => {
    const read = readRedactionPath(value);
    if ("problem" in read) issues.push({ code: "custom", message: read.problem, input: value });
  },
);

export const RedactionList = z.array(RedactionPathText).check(z.maxLength(REDACTION_MAX_PATHS));

/** What was masked in one payload: where, never what. */
export const Redaction = z.object({
  /** The paths of the source's list at which there was something. */
  paths: z.array(z.string()),
  /** How many values were masked. */
  count: z.int(),
  /** The body could not be read, so it was not stored. */
  body_removed: z.optional(z.literal(true)),
  /** How many values an erasure has taken out later (erasures.ts). */
  erased: z.optional(z.int()),
});
export type Redaction = z.output<typeof Redaction>;

export const tryRedaction = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/sources/{id}/redaction-trial",
  summary: "What a redaction list would mask in the newest request of a source. Changes nothing",
  right: "see",
  body: z.strictObject({ redaction: RedactionList }),
  reply: z.object({
    /** Null: the source has no request whose data is still there. */
    request: z.nullable(z.object({ id: z.string(), created_at: z.string() })),
    /** One for each path of the list, in its order. */
    paths: z.array(z.object({ path: z.string(), count: z.int() })),
    /** The list names values of the body, and this body cannot be read: such a request would be rejected. */
    is_unreadable: z.boolean(),
  }),
  errors: [404, 410],
});
