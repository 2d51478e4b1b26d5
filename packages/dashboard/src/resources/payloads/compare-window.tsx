/**
 * Two payloads side by side, as a comparison line by line: the window around it, with a tab for each part.
 *
 * It opens at the first part that differs. `CompareAttempts` and `CompareEvents` load what it shows. Load them with
 * `lazy`: most visits compare nothing.
 */
import { X } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { CodeDiff } from "../../ui/code-editor/code-diff.tsx";
import { diffCounts } from "../../ui/code-editor/line-diff.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import type { ComparedPart } from "./compared-parts.ts";

export interface CompareWindowProps {
  /** "Compare attempts" */
  title: string;
  /** What stands on the left and on the right: "Attempt 1, 503". */
  before: ReactNode;
  after: ReactNode;
  /** The comparison, or what is there instead while it loads or if it failed. */
  children: ReactNode;
  onClose: () => void;
}

export function CompareWindow({ title, before, after, children, onClose }: CompareWindowProps) {
  const titleId = useId();
  return (
    <Modal
      onClose={onClose}
      aria-labelledby={titleId}
      className="inset-6 overflow-hidden rounded-lg border-line max-sm:inset-0 max-sm:rounded-none max-sm:border-0"
    >
      <header className="flex min-h-13 shrink-0 items-center gap-3 border-b border-line py-2 pr-2 pl-4">
        <h2 id={titleId} className="mr-auto text-lg font-semibold">
          {title}
        </h2>
        <IconButton label="Close" data-tooltip={undefined} icon={<X />} onClick={onClose} />
      </header>
      <dl className="grid shrink-0 grid-cols-2 gap-x-4 border-b border-line bg-sunken px-4 py-2 text-sm max-md:grid-cols-1">
        <Side sign="−" tone="text-bad" name="Before">
          {before}
        </Side>
        <Side sign="+" tone="text-ok" name="After">
          {after}
        </Side>
      </dl>
      {children}
    </Modal>
  );
}

function Side({
  sign,
  tone,
  name,
  children,
}: {
  sign: string;
  tone: string;
  name: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 gap-2">
      <dt className={tone}>
        <span aria-hidden>{sign}</span>
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}

export function ComparedParts({ parts }: { parts: readonly ComparedPart[] }) {
  const id = useId();
  const [chosen, setChosen] = useState(() => (parts.find(isDifferent) ?? parts[0])?.label ?? "");
  const shown = parts.find(({ label }) => label === chosen) ?? parts[0];
  if (!shown) return null;
  return (
    <>
      {parts.length > 1 ? (
        <TabList
          id={id}
          label="Part"
          tabs={parts.map((part) => ({ value: part.label, label: <PartLabel part={part} /> }))}
          value={shown.label}
          onChange={setChosen}
          className="shrink-0 px-4"
        />
      ) : null}
      <TabPanel id={id} value={shown.label} className="min-h-0 flex-1 p-4">
        <CodeDiff
          label={`Changes of the ${shown.label === "URL" ? "URL" : shown.label.toLowerCase()}`}
          before={shown.before}
          after={shown.after}
          language="json"
          layout="side-by-side"
          height="fill"
        />
      </TabPanel>
    </>
  );
}

function isDifferent({ before, after }: ComparedPart): boolean {
  return before !== after;
}

function PartLabel({ part }: { part: ComparedPart }) {
  const counts = isDifferent(part) ? diffCounts(part.before, part.after) : null;
  return (
    <>
      {part.label}
      {counts === null ? null : (
        <span className="ml-1.5 tabular-nums">
          <span className="text-ok">+{counts.added}</span> <span className="text-bad">−{counts.removed}</span>
        </span>
      )}
    </>
  );
}
