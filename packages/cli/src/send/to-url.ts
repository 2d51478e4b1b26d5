/**
 * How does a provider's example get to any URL?
 *
 * Posthorn makes and signs the request, and this process sends it: so it also reaches a server on this machine.
 */
import { type ExampleProvider, listExampleProviders, signExample } from "@posthorn/contract/signed-examples";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { SourceType } from "@posthorn/contract/source-types";
import type { Surroundings } from "../commands/command.ts";
import { forward } from "../listen/local-server.ts";
import { ask } from "../login/ask.ts";
import { misuse } from "../failure.ts";
import type { Machine } from "../machine.ts";
import { curlOf } from "../output/curl.ts";
import { type Format, printResult } from "../output/formats.ts";
import { pairsText, tableText } from "../output/table.ts";
import { answered, checkStatus, showAnswer } from "../replay/answer.ts";
import { noSuchExample } from "./no-such-example.ts";
import { typedName } from "./provider-names.ts";
import { readReceiver } from "./receiver.ts";
import { fieldWords, signingOf } from "./signing-fields.ts";

interface Asked {
  type: SourceType;
  /** The usual one if it is missing. */
  example: string | undefined;
  authType: string | undefined;
  secrets: readonly string[];
  to: string;
  /** Nothing is sent. */
  dryRun: boolean;
  seconds: number;
  format: Format;
}

type Draft = ReplyOf<typeof signExample>;
type Around = Pick<Surroundings, "client" | "machine">;

/** Throws a Failure unless the answer is of the kind 2xx. */
export async function sendToUrl(asked: Asked, { client, machine }: Around): Promise<void> {
  const { type, example, authType, dryRun, seconds, format } = asked;
  const { out, err } = machine;
  const receiver = readReceiver(asked.to);
  const provider = (await client.call(listExampleProviders, { query: { type } })).models[0];
  if (example !== undefined && provider && !provider.examples.includes(example))
    throw noSuchExample(provider.label, example, provider.examples);
  const signing = provider && signingOf(provider, authType, await readSecrets(asked.secrets, machine));
  const draft = await client.call(signExample, {
    body: { type, url: receiver.href, ...(example !== undefined && { example }), ...signing },
  });
  if (!draft.signed && provider) err.write(`${unsignedNote(provider)}\n`);
  const { hostname, port, isTls, isLoopback, origin } = receiver;
  const bytes = Buffer.from(draft.body);
  if (dryRun) return printDraft(draft, isTls && isLoopback, format, machine);
  const startedMs = performance.now();
  const outcome = await forward(
    {
      event_id: "",
      attempt_id: "",
      webhook_id: "",
      method: draft.method,
      path: draft.url.slice(origin.length),
      headers: draft.headers,
      body: bytes,
      timeoutMs: seconds * 1000,
    },
    { hostname, port, isTls, isLoopback, path: "", url: origin },
  );
  if (format === "table")
    return showAnswer({ url: draft.url, outcome, tookMs: performance.now() - startedMs }, machine);
  const { status, headers, body } = answered(draft.url, outcome);
  const result = { request: draft, answer: { status, headers, body: body.toString("utf8") } };
  await printResult(out, format, result, () => "");
  checkStatus(draft.url, status);
}

async function printDraft(
  draft: Draft,
  isInsecure: boolean,
  format: Format,
  { out }: Machine,
): Promise<void> {
  await printResult(out, format, draft, () => {
    const { method, url, headers, body } = draft;
    return `${curlOf({ method, url, headers, bytes: Buffer.from(body), text: body, isInsecure })}\n`;
  });
}

/** A single `-` stands for a line of stdin, where no list of processes shows it. */
async function readSecrets(secrets: readonly string[], machine: Machine): Promise<readonly string[]> {
  if (!secrets.includes("-")) return secrets;
  if (secrets.length > 1)
    throw misuse("--secret - must be the only --secret.", "Write the others as NAME=VALUE.");
  const instead = "Run it again and enter the secret, or write it: --secret SECRET.";
  return [await ask(machine, { text: "Secret: ", isSecret: true, instead })];
}

function unsignedNote({ type, label, methods }: ExampleProvider): string {
  const usable = methods.filter(({ refusal }) => refusal === null);
  if (usable.length > 0)
    return `Not signed. To sign it as ${label} does: ${waysOf(usable)}. ${seeList(type)}`;
  return `Not signed. ${methods[0]?.refusal ?? `Nobody knows by what ${label} proves itself.`}`;
}

function seeList(type: SourceType): string {
  return `All about it: posthorn send ${typedName(type)} --list.`;
}

function waysOf(methods: ExampleProvider["methods"]): string {
  return methods
    .map(({ auth_type, fields }) =>
      [...(auth_type === null ? [] : [`--auth-type ${typedName(auth_type)}`]), fieldWords(fields)].join(" "),
    )
    .join(", or ");
}

/** All providers, or what there is to know of one. */
export async function listProviders(
  type: SourceType | null,
  format: Format,
  { client, machine: { out } }: Around,
): Promise<void> {
  const { models } = await client.call(listExampleProviders, { query: type === null ? {} : { type } });
  const [only] = models;
  await printResult(out, format, { models }, () =>
    type !== null && only
      ? pairsText(
          [
            ["Provider", only.label],
            ["Examples", only.examples.join(", ")],
            ["Signed with", signedWith(only)],
          ],
          (name) => out.paint("dim", name),
        )
      : tableText(
          ["Provider", "Signed with", "Examples"],
          models.map((one) => [typedName(one.type), signedWithInShort(one), one.examples.join(", ")]),
          (text) => out.paint("dim", text),
        ),
  );
}

/** In the list of all providers a cell with every way would push the next column out of the window. */
function signedWithInShort(provider: ExampleProvider): string {
  const ways = provider.methods.filter(({ refusal }) => refusal === null);
  return ways.length > 1
    ? `${ways.length} ways: posthorn send ${typedName(provider.type)} --list`
    : signedWith(provider);
}

function signedWith({ methods }: ExampleProvider): string {
  const usable = methods.filter(({ refusal }) => refusal === null);
  if (usable.length > 0) return waysOf(usable);
  return methods.length > 0 ? "a private key of its own" : "nothing";
}
