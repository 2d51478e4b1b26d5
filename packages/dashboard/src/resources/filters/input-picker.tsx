/** The list behind "Change input": an id to paste, and the five latest requests or events of the source. */
import type { ShortEventData } from "@posthorn/contract/requests";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { Popover } from "@base-ui/react/popover";
import { useQuery } from "@tanstack/react-query";
import { Check, Search } from "lucide-react";
import { useState, type ReactNode, type RefObject } from "react";
import { Input } from "../../ui/input.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { tellingValues } from "../payloads/telling-values.ts";
import { ChoiceLines, RequestChoice } from "../requests/request-choice.tsx";
import type { ChangeInputProps } from "./change-input.tsx";
import { offeredEventsQuery, offeredRequestsQuery } from "./input-queries.ts";

interface InputPickerProps extends ChangeInputProps {
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

export function InputPicker({ sourceId, chosenId, onChoose, anchor, onClose }: InputPickerProps) {
  const [id, setId] = useState("");
  const choose = (chosen: string) => {
    onChoose(chosen);
    onClose();
  };
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side="bottom" align="end" sideOffset={6} className="z-60">
          <Popover.Popup
            finalFocus={anchor}
            aria-label="Change input"
            className="w-96 max-w-[calc(100vw-16px)] rounded-md border border-line-strong bg-surface p-2 shadow-lift outline-none"
          >
            <form
              onSubmit={(submit) => {
                submit.preventDefault();
                if (id.trim() !== "") choose(id.trim());
              }}
            >
              <Input
                aria-label="Request or event ID"
                placeholder="Paste a request or event ID"
                isMono
                icon={<Search />}
                value={id}
                onChange={({ target }) => setId(target.value)}
              />
            </form>
            {sourceId === null ? null : (
              <LatestInputs sourceId={sourceId} chosenId={chosenId} onChoose={choose} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const KINDS = [
  { value: "request", label: "Requests" },
  { value: "event", label: "Events" },
] as const;
type InputKind = (typeof KINDS)[number]["value"];

interface LatestInputsProps {
  sourceId: string;
  chosenId: string | null;
  onChoose: (id: string) => void;
}

function LatestInputs({ sourceId, ...choosing }: LatestInputsProps) {
  const [kind, setKind] = useState<InputKind>("request");
  return (
    <>
      <TabList
        id="test-inputs"
        label="Kind of input"
        tabs={KINDS}
        value={kind}
        onChange={setKind}
        className="mt-1 px-1"
      />
      <TabPanel id="test-inputs" value={kind} className="min-h-60 pt-1">
        {kind === "request" ? (
          <LatestRequests sourceId={sourceId} {...choosing} />
        ) : (
          <LatestEvents sourceId={sourceId} {...choosing} />
        )}
      </TabPanel>
    </>
  );
}

function LatestRequests({ sourceId, ...choosing }: LatestInputsProps) {
  return (
    <Choices kind="request" query={useQuery(offeredRequestsQuery(sourceId))} {...choosing}>
      {(request, telling) => <RequestChoice request={request} telling={telling} />}
    </Choices>
  );
}

function LatestEvents({ sourceId, ...choosing }: LatestInputsProps) {
  return (
    <Choices kind="event" query={useQuery(offeredEventsQuery(sourceId))} {...choosing}>
      {({ id, created_at, data, status }, telling) => (
        <ChoiceLines
          created_at={created_at}
          target={data ? `${data.method} ${data.path}` : id}
          telling={telling}
          outcome={EVENT_STATUS_LABELS[status]}
        />
      )}
    </Choices>
  );
}

interface ChoicesProps<Model> extends Omit<LatestInputsProps, "sourceId"> {
  kind: InputKind;
  query: { data: { models: Model[] } | undefined; isError: boolean };
  children: (model: Model, telling: string | undefined) => ReactNode;
}

function Choices<Model extends { id: string; data?: ShortEventData | null | undefined }>({
  kind,
  query: { data, isError },
  chosenId,
  onChoose,
  children,
}: ChoicesProps<Model>) {
  if (isError) return <p className="p-2 text-sm text-bad">The latest {kind}s could not be loaded.</p>;
  if (data === undefined) return <TextSkeleton label={`${kind}s`} />;
  const { models } = data;
  if (models.length === 0) return <p className="p-2 text-sm text-ink-2">This source has no {kind}s yet.</p>;
  const telling = tellingValues(models.map((model) => model.data));
  return (
    <ul>
      {models.map((model, at) => (
        <li key={model.id}>
          <button
            type="button"
            aria-current={model.id === chosenId || undefined}
            onClick={() => onChoose(model.id)}
            className="flex min-h-11 w-full items-center gap-2 rounded-sm px-2 py-1 text-left hover:bg-sel aria-[current]:bg-sel"
          >
            {children(model, telling[at])}
            <Check aria-hidden className={model.id === chosenId ? "size-3.5" : "invisible size-3.5"} />
          </button>
        </li>
      ))}
    </ul>
  );
}
