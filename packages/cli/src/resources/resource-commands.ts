/**
 * Which commands does the API itself bring?
 *
 * One for each endpoint of the contract that endpoint-commands.ts names. This file loads all schemas of the contract, so the
 * client loads it only for such a command, for the help and for completion.
 */
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { type Endpoint, NoBody } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import type { Argument, Command, Given, Option } from "../commands/command.ts";
import { Failure, misuse } from "../failure.ts";
import type { Machine } from "../machine.ts";
import { OUTPUT_OPTION, formatOf, printResult } from "../output/formats.ts";
import { commandNameOf, parametersOf } from "./endpoint-commands.ts";
import { bodyFields, bodyOf, bodyOption, queryFields, queryOf, queryOption } from "./fields.ts";
import { idOfNamed, namedKindOf } from "./named.ts";
import { shownReply } from "./show.ts";

const DATA_OPTION = {
  kind: "text",
  value: "JSON|@FILE|-",
  about: "The whole body, from a file, or from stdin; single fields count more",
} as const satisfies Option;

export const RESOURCE_COMMANDS: readonly Command[] = PUBLIC_ENDPOINTS.flatMap((endpoint) => {
  const name = commandNameOf(endpoint);
  return name === null ? [] : [commandOf(endpoint, name)];
});

function commandOf(endpoint: Endpoint, name: string): Command {
  const noun = name.split(" ").slice(0, -1).join(" ");
  const hasBody = endpoint.body !== NoBody;
  const parameters = parametersOf(endpoint);
  const named = namedKindOf(endpoint.path);
  const fields = memoised(() => ({ query: queryFields(endpoint, noun), body: bodyFields(endpoint, noun) }));
  const options = memoised(() => ({
    ...Object.fromEntries(fields().query.map((field) => [field.option, queryOption(field)])),
    ...Object.fromEntries(fields().body.map((field) => [field.option, bodyOption(field)])),
    ...(hasBody && { data: DATA_OPTION }),
    output: OUTPUT_OPTION,
  }));
  const names = parameters.map((parameter): Argument => ({
    name: parameter === "id" ? "id" : parameter,
    about:
      parameter === "id"
        ? `The id${named === null ? "" : " or name"} of the ${noun.split(" ")[0]}`
        : `The ${parameter.replaceAll("_", " ")}`,
  }));
  return {
    name,
    section: "resources",
    about: endpoint.summary.replace(/\.$/, ""),
    details: `Calls ${endpoint.method} ${endpoint.path} of the API.`,
    arguments: names,
    // Schemas become options only for the command that is typed.
    get options() {
      return options();
    },
    get examples() {
      return [{ line: exampleOf(name, names, [...fields().query, ...fields().body]), about: "For a script" }];
    },
    async run({ arguments: args, options: given }, { client, machine }) {
      const format = formatOf(typeof given["output"] === "string" ? given["output"] : undefined);
      const query = queryOf(fields().query, given);
      const body = hasBody ? bodyOf(fields().body, given, await dataIn(given, machine)) : undefined;
      const params = Object.fromEntries(
        parameters.map((parameter) => [parameter, String(args[parameter])] as const),
      );
      if (named !== null) params["id"] = await idOfNamed(client, named, params["id"] ?? "");
      const reply = await client.raw(endpoint, { params, query, ...(hasBody && { body }) });
      const shown = format === "table" ? shownReply(reply, machine.out.paint) : null;
      await printResult(machine.out, format, reply, () => shown?.text ?? "");
      if (shown?.note) machine.err.write(shown.note);
    },
  };
}

/** `posthorn source create --name VALUE --output json`, with what is required. */
function exampleOf(
  name: string,
  names: readonly Argument[],
  fields: readonly { option: string; isRequired: boolean }[],
): string {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ option }) => `--${option} …`);
  return [
    "posthorn",
    name,
    ...names.map((argument) => argument.name.toUpperCase()),
    ...required,
    "--output json",
  ].join(" ");
}

async function dataIn(given: Given, { input }: Machine): Promise<unknown> {
  const { data } = given;
  if (typeof data !== "string") return undefined;
  const text =
    data === "-" ? await readAll(input.stream) : data.startsWith("@") ? await fileText(data.slice(1)) : data;
  try {
    return JSON.parse(text);
  } catch {
    throw misuse("--data is not JSON.", "Write JSON, @FILE for a file with JSON, or - for stdin.");
  }
}

async function fileText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new Failure(`The file ${path} cannot be read.`, {
      ...(cause instanceof Error && { why: `${cause.message}.` }),
      todo: "Check the name after --data @.",
      cause,
    });
  }
}

function memoised<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
