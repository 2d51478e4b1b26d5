/**
 * What does the code of a transformation find around it?
 *
 * One description for everybody who must know: the editor completes and checks code from it, the sandbox takes from
 * it the names that code from elsewhere will miss, and a test compares it with a running sandbox. Plain data.
 */
import { CONSOLE_TYPES, type ConsoleType } from "./causes.ts";
import type { Connection } from "./connections.ts";

export interface ApiField {
  /** A word or two for a list of completions. */
  type: string;
  /** One sentence. */
  about: string;
  /** The fields that this value has. Without it, the value may have any fields. */
  fields?: Record<string, ApiField>;
}

const REQUEST: ApiField = {
  type: "object",
  about: "The request that came in. The handler returns it, changed or not.",
  fields: {
    headers: {
      type: "object",
      about: "Names in lower case, values as text. A returned request with a body needs a content-type.",
    },
    body: {
      type: "any",
      about: "The value of a JSON body, the fields of a form as an object, or text for everything else.",
    },
    query: { type: "string", about: "The query string, without the question mark." },
    parsed_query: {
      type: "object",
      about: "The query as an object, to read from. To change the query, change query: this is ignored.",
    },
    path: { type: "string", about: "The part of the URL after the source's token. It begins with /." },
  },
};

/** The names are those of the schema, but what only a write answers, or it does not compile. The schema itself would weigh 6 kB in the editor. */
function fieldsOf<Thing extends object>(
  names: Record<Exclude<keyof Thing, "warnings">, true>,
  about: Record<string, ApiField> = {},
): Record<string, ApiField> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, about[name] ?? { type: "", about: "" }]));
}

const END = { type: "object", about: "As the API shows it, without credentials." };
const OF_ALL = {
  id: true,
  team_id: true,
  name: true,
  description: true,
  disabled_at: true,
  updated_at: true,
  created_at: true,
} as const;
const OF_ENDS = { ...OF_ALL, type: true, config: true } as const;

const CONTEXT: ApiField = {
  type: "object",
  about: "Where the request goes.",
  fields: {
    connection: {
      type: "object",
      about: "The connection that runs the code, as the API shows it, without credentials.",
      fields: fieldsOf<Connection>(
        { ...OF_ALL, full_name: true, source: true, destination: true, rules: true, paused_at: true },
        {
          source: {
            ...END,
            fields: fieldsOf<Connection["source"]>({ ...OF_ENDS, url: true, authenticated: true }),
          },
          destination: { ...END, fields: fieldsOf<Connection["destination"]>(OF_ENDS) },
        },
      ),
    },
  },
};

/** What the handler gets, in this order. */
export const HANDLER_PARAMETERS: readonly { name: string; field: ApiField }[] = [
  { name: "request", field: REQUEST },
  { name: "context", field: CONTEXT },
];

/** The only name for which `addHandler` does something. */
export const HANDLER_NAME = "transform";

const LINES: Record<ConsoleType, string> = {
  log: "Stores a line with the execution.",
  info: "Stores a line with the execution.",
  debug: "Stores a line of the lowest level.",
  warn: "Stores a line. The execution gets at least the level warn.",
  error: "Stores a line. The execution gets the level error, and the event is still made.",
};

/** What the sandbox adds to the language. `process.env` has the variables of the transformation. */
export const ADDED_GLOBALS: Record<"addHandler" | "exports" | "process" | "console", ApiField> = {
  addHandler: {
    type: '("transform", handler)',
    about: "Registers the function that gets each request and returns the one to deliver.",
  },
  exports: {
    type: "object",
    about: "Code written for a Lambda function sets its handler here.",
    fields: { handler: { type: "(request, context)", about: "The handler, if addHandler is not called." } },
  },
  process: {
    type: "object",
    about: "The variables of the transformation.",
    fields: { env: { type: "object", about: "The variables of the transformation, as text." } },
  },
  console: {
    type: "object",
    about: "Writes lines that are stored with the execution.",
    fields: Object.fromEntries(
      CONSOLE_TYPES.map((type) => [type, { type: "(...values)", about: LINES[type] }]),
    ),
  },
};

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The language itself, without what the sandbox removes from it. */
export const LANGUAGE_GLOBALS = words(`
  Array ArrayBuffer BigInt Boolean DataView Date Error Function Infinity Intl Iterator JSON Map Math NaN Number Object
  Promise Proxy Reflect RegExp Set String Symbol WeakMap WeakSet globalThis undefined
  AggregateError EvalError RangeError ReferenceError SuppressedError SyntaxError TypeError URIError
  BigInt64Array BigUint64Array Float16Array Float32Array Float64Array Int8Array Int16Array Int32Array
  Uint8Array Uint8ClampedArray Uint16Array Uint32Array AsyncDisposableStack DisposableStack
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat parseInt unescape
`);

/** Names that code written for a browser or Node expects, and will not find. */
export const GLOBALS_OF_ELSEWHERE = words(`
  fetch XMLHttpRequest require module setTimeout setInterval setImmediate clearTimeout clearInterval Buffer URL
  URLSearchParams crypto performance queueMicrotask structuredClone TextEncoder TextDecoder atob btoa window document
  WebAssembly SharedArrayBuffer Atomics FinalizationRegistry WeakRef
`);

export const NOTHING_FROM_ELSEWHERE =
  "A transformation has the JavaScript language and its input: no network, timers, modules or files";
