/**
 * The type of a source in a form, as cards: popular types first, then the others from A to Z. Typing filters them.
 *
 * The cards are radio buttons, so the arrow keys move along them.
 */
import { pickableSourceTypes, type SourceTypeDetails } from "@posthorn/contract/source-catalogue";
import type { SourceType } from "@posthorn/contract/source-types";
import { cx } from "class-variance-authority";
import { Check, Search } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FieldNote } from "../../ui/field.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { Input } from "../../ui/input.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useReadOnly } from "../../ui/read-only.ts";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import { SourceTypeMark } from "./source-type-mark.tsx";

const TYPES = pickableSourceTypes();

interface Group {
  label: string;
  types: SourceTypeDetails[];
}

/** Finds by any part of the label or of the name on the wire. */
function groupsFor(text: string): Group[] {
  const words = text.trim().toLowerCase();
  if (words !== "") {
    const found = TYPES.filter(
      ({ label, type }) => label.toLowerCase().includes(words) || type.toLowerCase().includes(words),
    );
    return found.length === 0 ? [] : [{ label: `${found.length} found`, types: found }];
  }
  const others = TYPES.filter(({ popular }) => !popular);
  return [
    { label: "Popular", types: TYPES.filter(({ popular }) => popular) },
    { label: "Any sender", types: others.filter(({ category }) => category === "http") },
    { label: "All platforms", types: others.filter(({ category }) => category === "platform") },
  ];
}

export function SourceTypePicker({ name }: { name: string }) {
  const { value, set, bind, error } = useFormField<SourceType | "">(name, { label: "Type" });
  const [text, setText] = useState("");
  const searchRef = useRef<HTMLInputElement>(null);
  const readOnly = useReadOnly();
  const noteId = useId();
  useShortcuts("Type of source", { "/": { label: "Search types", run: () => searchRef.current?.focus() } });
  const groups = groupsFor(text);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3">
        <h2 className="text-lg font-semibold">Who sends the requests?</h2>
      </legend>
      <Input
        ref={searchRef}
        type="search"
        aria-label="Search types"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : noteId}
        placeholder={`Search ${TYPES.length} types`}
        icon={<Search aria-hidden />}
        end={text === "" ? <Kbd keys="/" /> : undefined}
        value={text}
        readOnly={false} // a search changes nothing
        onChange={(change) => setText(change.target.value)}
        onKeyDown={(press) => {
          if (press.key === "Enter") press.preventDefault(); // it would send the form
        }}
      />
      <FieldNote id={noteId} hint={undefined} error={error} />
      {/* On a narrow screen the form comes below, so the list keeps to a part of the screen. */}
      <div className="flex flex-col gap-3 max-lg:max-h-80 max-lg:overflow-y-auto max-lg:p-0.5">
        {groups.map(({ label, types }) => (
          <div key={label}>
            <h3 className="mb-1.5 text-xs font-medium text-ink-2">{label}</h3>
            <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
              {types.map((details) => (
                <TypeCard
                  key={details.type}
                  details={details}
                  name={bind.name}
                  isChosen={details.type === value}
                  isReadOnly={readOnly !== undefined}
                  onChoose={() => set(details.type)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      {groups.length === 0 ? (
        <div className="flex flex-col items-start gap-2 text-sm text-ink-2">
          <p>No such type. A source of type Webhook accepts any HTTP request.</p>
          <Button
            size="sm"
            disabledReason={readOnly}
            onClick={() => {
              set("WEBHOOK");
              setText("");
            }}
          >
            Use Webhook
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

interface TypeCardProps {
  details: SourceTypeDetails;
  name: string;
  isChosen: boolean;
  isReadOnly: boolean;
  onChoose: () => void;
}

function TypeCard({ details, name, isChosen, isReadOnly, onChoose }: TypeCardProps) {
  const { type, label, popular } = details;
  return (
    <label
      className={cx(
        "relative flex min-w-0 items-center gap-2.5 rounded-md border px-2.5 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus",
        popular ? "h-12" : "h-9",
        isChosen ? "border-ink" : cx("border-line", !isReadOnly && "hover:border-ink-3"),
        isReadOnly ? "bg-sunken" : "cursor-pointer bg-surface",
      )}
    >
      <input
        type="radio"
        name={name}
        value={type}
        checked={isChosen}
        disabled={isReadOnly}
        onChange={onChoose}
        className="absolute inset-0 appearance-none outline-none enabled:cursor-pointer"
      />
      <SourceTypeMark type={type} size={popular ? "md" : "sm"} />
      <span className={cx("truncate", popular && "font-medium")}>{label}</span>
      {isChosen ? <Check aria-hidden className="ml-auto size-4 shrink-0" /> : null}
    </label>
  );
}
