/**
 * `npm run test-request -- SOURCE [EXAMPLE]`: sends an example of the source's provider to a running system.
 *
 * The server signs it as the provider would and takes it in like every other request; this prints what the source
 * answered, and where the request is. It needs POSTHORN_API_KEY, a key of the project, and POSTHORN_PUBLIC_URL if the
 * dashboard is not at its default address.
 */
import { parseArgs } from "node:util";

const API = (process.env["POSTHORN_PUBLIC_URL"] ?? "http://127.0.0.1:4400").replace(/\/+$/, "");
const API_KEY = process.env["POSTHORN_API_KEY"] ?? "";
const ANSWER_WITHIN_MS = 15_000;
const USAGE = `Sends an example of a provider to a source, signed as the provider would.

  npm run test-request -- SOURCE              the first example
  npm run test-request -- SOURCE EXAMPLE      this one, for example invoice.paid
  npm run test-request -- SOURCE --list       which examples there are

SOURCE is a name or an id. Set POSTHORN_API_KEY to an API key of the project.`;

const { values, positionals } = readArguments();
const [named, example] = positionals;
if (named === undefined || API_KEY === "") stop(USAGE);

try {
  const id = named.startsWith("src_") ? named : await idOf(named);
  await (values.list ? list(id) : send(id));
} catch (error) {
  stop(describe(error));
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { list: { type: "boolean", default: false } } });
  } catch (error) {
    return stop(`${describe(error)}\n\n${USAGE}`);
  }
}

/** @param {string} name */
async function idOf(name) {
  const { models } = await ask("GET", `/2025-07-01/sources?name=${encodeURIComponent(name)}&disabled=true`);
  const id = models?.[0]?.id;
  if (id === undefined) throw new Error(`This project has no source ${name}.`);
  return id;
}

/** @param {string} id */
async function list(id) {
  const { models = [], refusal } = await ask("GET", `/dashboard-api/sources/${id}/examples`);
  for (const one of models) console.log(one.name);
  if (refusal) console.log(`\n${refusal}`);
}

/** @param {string} id */
async function send(id) {
  const sent = await ask("POST", `/dashboard-api/sources/${id}/test-request`, example ? { example } : {});
  const { answer, request } = sent;
  console.log(`${sent.example}: ${named} answered ${answer?.status}`);
  const cause = request?.rejection_cause;
  if (cause === "NO_CONNECTION") console.log("No connection takes its requests to a destination.");
  else if (cause) console.log(`It rejected the request: ${cause}`);
  console.log(request ? `${API}/requests/${request.id}` : (answer?.body ?? ""));
  if ((answer?.status ?? 500) >= 300) process.exitCode = 1;
}

/**
 * @typedef {{
 *   message?: string,
 *   models?: { id: string, name: string }[],
 *   refusal?: string | null,
 *   example?: string,
 *   answer?: { status: number, body: string },
 *   request?: { id: string, rejection_cause: string | null } | null,
 * }} Reply
 */

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Reply>}
 */
async function ask(method, path, body) {
  const answer = await fetch(API + path, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  // Safe: every field is optional, and the server of this release writes them as the contract says.
  const reply = /** @type {Reply} */ (await answer.json());
  if (!answer.ok) throw new Error(reply.message ?? `${API} answered ${answer.status}`);
  return reply;
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** @param {unknown} error */
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  // fetch says only "fetch failed"; the reason is in its cause.
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
