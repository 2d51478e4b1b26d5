/**
 * Sends an example of the provider to a source: choose one, see what it contains, send it, read the answer.
 *
 * The dialog stays open, so that a person can change the source in another tab and try again.
 */
import type { Source } from "@posthorn/contract/sources";
import type { Example } from "@posthorn/contract/test-requests";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { TestRequestAnswer } from "./test-request-answer.tsx";
import { examplesQuery, useSendTestRequest } from "./test-request-queries.ts";

export interface TestRequestDialogProps {
  source: Pick<Source, "id" | "name">;
  onClose: () => void;
}

export function TestRequestDialog({ source, onClose }: TestRequestDialogProps) {
  const examples = useQuery(examplesQuery(source.id));
  const [chosen, setChosen] = useState<string>();
  const sending = useSendTestRequest(source.id);
  const { data } = examples;
  const example = data?.models.find(({ name }) => name === chosen) ?? data?.models[0];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title="Send a test request"
      description={`An example comes in at ${source.name} like a request of its sender. It is checked, stored and sent to every connection of the source.`}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button
            variant="primary"
            icon={<Send aria-hidden />}
            isPending={sending.isPending}
            disabledReason={example === undefined ? "The examples are loading" : (data?.refusal ?? undefined)}
            onClick={() => example && sending.mutate(example.name)}
          >
            Send
          </Button>
        </>
      }
    >
      {data && example ? (
        <div className="flex flex-col gap-4">
          {data.refusal === null ? null : (
            <Callout tone="hold" title="No example can be sent to this source">
              {data.refusal}
            </Callout>
          )}
          <Field label="Example" hint={data.refusal === null ? howItIsSent(data.signed) : undefined}>
            <Select
              className="max-w-80"
              value={example.name}
              options={data.models.map(({ name }) => ({ value: name, label: name }))}
              onChange={(change) => {
                setChosen(change.target.value);
                sending.reset();
              }}
            />
          </Field>
          <TestRequestAnswer sending={sending} />
          <CodeBlock code={requestText(example)} isWrapped className="max-h-90 overflow-y-auto" />
        </div>
      ) : examples.isError ? (
        <LoadFailed error={examples.error} onRetry={examples.refetch} />
      ) : (
        <TextSkeleton label="the examples" />
      )}
    </Dialog>
  );
}

function howItIsSent(isSigned: boolean): string {
  return isSigned
    ? "Sent with the proof that the source asks for, made from its own secret."
    : "Sent without a signature, because the source accepts any sender.";
}

/** As it looks on the wire, without what every request has. */
function requestText({ method, headers, body }: Example): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [method, ...lines, ...(body === "" ? [] : ["", body])].join("\n");
}
