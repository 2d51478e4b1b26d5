/** The list behind "Change input": an id to paste, and the five latest requests or events of the source. */
import { Popover } from "@base-ui/react/popover";
import { useQuery } from "@tanstack/react-query";
import { Check, Search } from "lucide-react";
import { useState, type RefObject } from "react";
import { Input } from "../../ui/input.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import type { ChangeInputProps } from "./change-input.tsx";
import { latestInputsQuery, type InputKind } from "./input-queries.ts";

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
            className="w-78 max-w-[calc(100vw-16px)] rounded-md border border-line-strong bg-surface p-2 shadow-lift outline-none"
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
] as const satisfies readonly { value: InputKind; label: string }[];

interface LatestInputsProps {
  sourceId: string;
  chosenId: string | null;
  onChoose: (id: string) => void;
}

function LatestInputs({ sourceId, chosenId, onChoose }: LatestInputsProps) {
  const [kind, setKind] = useState<InputKind>("request");
  const { data, isError } = useQuery(latestInputsQuery(kind, sourceId));
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
      <TabPanel id="test-inputs" value={kind} className="min-h-45 pt-1">
        {isError ? (
          <p className="p-2 text-sm text-bad">The latest {kind}s could not be loaded.</p>
        ) : data === undefined ? (
          <TextSkeleton label={`${kind}s`} />
        ) : data.length === 0 ? (
          <p className="p-2 text-sm text-ink-2">This source has no {kind}s yet.</p>
        ) : (
          <ul>
            {data.map(({ id, created_at }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-current={id === chosenId || undefined}
                  onClick={() => onChoose(id)}
                  className="flex h-9 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-sel aria-[current]:bg-sel"
                >
                  <span className="mono min-w-0 flex-1 truncate">{id}</span>
                  <Timestamp value={created_at} className="text-ink-2" />
                  <Check aria-hidden className={id === chosenId ? "size-3.5" : "invisible size-3.5"} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </TabPanel>
    </>
  );
}
