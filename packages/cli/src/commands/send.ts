/** `posthorn send`: an example of a provider to a source, signed as the provider would. */
import { listExamples, sendTestRequest } from "@posthorn/contract/test-requests";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { closestName } from "../arguments/closest-name.ts";
import { Failure, misuse } from "../failure.ts";
import { OUTPUT_OPTION, formatOf, printResult } from "../output/formats.ts";
import { printable, printableLines } from "../output/printable.ts";
import { pairsText } from "../output/table.ts";
import { defineCommand } from "./command.ts";

export const send = defineCommand({
  name: "send",
  section: "send",
  about: "Send an example of its provider to a source",
  details:
    "Posthorn makes the request, with a proof of its sender that the source's own secret makes, and takes it in like every " +
    "other: it is checked, stored, routed and delivered. Without an event, the provider's usual one is sent. The exit code " +
    "is 1 if the source does not accept it, or if no connection takes it.",
  options: {
    source: { kind: "text", value: "NAME", about: "The source, by name or id" },
    event: { kind: "text", value: "NAME", about: "Which example, such as invoice.paid" },
    list: { kind: "flag", about: "Only list the examples that there are" },
    output: OUTPUT_OPTION,
  },
  examples: [
    { line: "posthorn send --source shop", about: "The usual example of the provider of the source shop" },
    { line: "posthorn send --source shop --event invoice.paid", about: "Another one" },
    { line: "posthorn send --source shop --list", about: "Which examples there are" },
  ],
  async run({ options: { source, event, list, output } }, { client, machine, settings }) {
    const format = formatOf(output);
    if (source === undefined)
      throw misuse("--source is missing.", "Name the source that gets the example: --source NAME.");
    const { out } = machine;
    // Its schemas load only for this command.
    const { idOfNamed } = await import("../resources/named.ts");
    const params = { id: await idOfNamed(client, "source", source) };
    const { models, signed, refusal } = await client.call(listExamples, { params });
    if (list) {
      const names = models.map(({ name }) => name);
      await printResult(out, format, { models, signed, refusal }, () =>
        names.map((name) => `${printable(name)}\n`).join(""),
      );
      if (refusal !== null) machine.err.write(`${printable(refusal)}\n`);
      return;
    }
    if (event !== undefined && !models.some(({ name }) => name === event))
      throw noSuchExample(
        event,
        models.map(({ name }) => name),
      );
    const sent = await client.call(sendTestRequest, {
      params,
      body: event === undefined ? {} : { example: event },
    });
    const { answer, request } = sent;
    const cause = request?.rejection_cause ?? null;
    await printResult(out, format, sent, () =>
      pairsText(
        [
          ["Example", sent.example],
          ["Answer", String(answer.status)],
          ...(cause === null ? [] : [["Problem", REJECTION_CAUSE_LABELS[cause]] as const]),
          ...(request === null
            ? [["Body", printableLines(answer.body)] as const]
            : [
                ["Request", `${settings.url}/requests/${request.id}`] as const,
                ["Its life", `posthorn trace ${request.id}`] as const,
              ]),
        ],
        (name) => out.paint("dim", name),
      ),
    );
    if (answer.status >= 300) throw new Failure(`The source answered ${answer.status}.`);
    if (cause !== null)
      throw new Failure(`No event was made of it: ${REJECTION_CAUSE_LABELS[cause]}.`, {
        ...(cause === "NO_CONNECTION" && {
          todo: "Make a connection, or receive it on this machine: posthorn listen PORT SOURCE.",
        }),
      });
  },
});

function noSuchExample(event: string, names: readonly string[]): Failure {
  const close = closestName(event, names);
  return misuse(
    `This source has no example "${printable(event)}".`,
    `${close === null ? "" : `Did you mean ${printable(close)}? `}It has: ${names.map(printable).join(", ")}.`,
  );
}
