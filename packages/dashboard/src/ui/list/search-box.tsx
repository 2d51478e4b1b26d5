/**
 * A search field. It shows the text at once, but calls `onChange` only when the person pauses, so that a word costs
 * one call to the server and not one per letter.
 *
 * With `atLeast`, a shorter text is not handed on: the box says why, and the search is off until the text is long enough.
 */
import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useState, type Ref } from "react";
import { IconButton } from "../icon-button.tsx";
import { Input } from "../input.tsx";
import { Kbd } from "../kbd.tsx";

const RESTS_AFTER_MS = 300;

export interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** The least number of characters, and what the box says below it. */
  atLeast?: { characters: number; text: string };
  ref?: Ref<HTMLInputElement>;
}

export function SearchBox({ label, placeholder, value, onChange, atLeast, ref }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [handedOn, setHandedOn] = useState(value);
  const [seen, setSeen] = useState(value);
  // A value that this box has not handed on comes from outside (Back, a cleared filter) and replaces the typed text.
  if (value !== seen) {
    setSeen(value);
    if (value !== handedOn) {
      setHandedOn(value);
      setTyped(value);
    }
  }
  const noteId = useId();
  const length = typed.trim().length;
  const isShort = atLeast !== undefined && length > 0 && length < atLeast.characters;
  const searched = isShort || (atLeast !== undefined && length === 0) ? "" : typed;
  const handOn = useEffectEvent((text: string) => {
    setHandedOn(text);
    onChange(text);
  });
  useEffect(() => {
    if (searched === handedOn) return undefined;
    const timer = window.setTimeout(() => handOn(searched), RESTS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [searched, handedOn]);
  const input = (
    <Input
      ref={ref}
      type="search"
      aria-label={label}
      aria-describedby={isShort ? noteId : undefined}
      placeholder={placeholder}
      icon={<Search aria-hidden />}
      value={typed}
      onChange={(change) => setTyped(change.target.value)}
      onKeyDown={(press) => {
        if (press.key === "Escape" && typed === "") press.currentTarget.blur();
        else if (press.key === "Escape") setTyped("");
      }}
      className="[&_::-webkit-search-cancel-button]:hidden"
      end={
        typed === "" ? (
          <Kbd keys="/" />
        ) : (
          <IconButton size="sm" label="Clear" icon={<X />} onClick={() => setTyped("")} className="-mr-1" />
        )
      }
    />
  );
  if (atLeast === undefined) return input;
  return (
    <div className="relative">
      {input}
      <p
        id={noteId}
        aria-live="polite"
        className="absolute top-full left-0 z-20 mt-1 rounded-md border border-line bg-surface px-2 py-1 text-xs text-ink-2 shadow-lift empty:hidden"
      >
        {isShort ? atLeast.text : null}
      </p>
    </div>
  );
}
