/** How does an example get to a source? The server signs it with the source's own secret, and takes it in. */
import { listExamples, sendTestRequest } from "@posthorn/contract/test-requests";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import type { Surroundings } from "../commands/command.ts";
import { Failure } from "../failure.ts";
import { type Format, printResult } from "../output/formats.ts";
import { printable, printableLines } from "../output/printable.ts";
import { pairsText } from "../output/table.ts";
import { idOfNamed } from "../resources/named.ts";
import { noSuchExample } from "./no-such-example.ts";

interface Asked {
  /** Its name or id. */
  source: string;
  /** The usual one if it is missing. */
  example: string | undefined;
  /** Nothing is sent. */
  list: boolean;
  format: Format;
}

/** Throws a Failure if the source does not accept it, or no connection takes it. */
export async function sendToSource(
  { source, example, list, format }: Asked,
  { client, machine: { out, err }, settings }: Pick<Surroundings, "client" | "machine" | "settings">,
): Promise<void> {
  const params = { id: await idOfNamed(client, "source", source) };
  const { models, signed, refusal } = await client.call(listExamples, { params });
  const names = models.map(({ name }) => name);
  if (list) {
    await printResult(out, format, { models, signed, refusal }, () =>
      names.map((name) => `${printable(name)}\n`).join(""),
    );
    if (refusal !== null) err.write(`${printable(refusal)}\n`);
    return;
  }
  if (example !== undefined && !names.includes(example)) throw noSuchExample("This source", example, names);
  const sent = await client.call(sendTestRequest, {
    params,
    body: example === undefined ? {} : { example },
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
}
