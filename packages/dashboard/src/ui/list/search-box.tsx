/**
 * A search field. It shows the text at once, but calls `onChange` only when the person pauses, so that a word costs
 * one call to the server and not one per letter.
 *
 * With `atLeast`, a shorter text is not handed on: the box says why, and the search is off until the text is long enough.
 * With `namedBy`, a text may name one thing, such as an id. Then nothing is searched for: pasting it opens the thing, and
 * so does Enter.
 */
import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useState, type Ref } from "react";
import { IconButton } from "../icon-button.tsx";
import { Input } from "../input.tsx";
import { Kbd } from "../kbd.tsx";

const RESTS_AFTER_MS = 300;

/** One thing that the text names. */
export interface Named {
  /** "event" */
  name: string;
  open: () => void;
}

export interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** The least number of characters, and what the box says below it. */
  atLeast?: { characters: number; text: string };
  /** Null: the text is something to search for. */
  namedBy?: (text: string) => Named | null;
  ref?: Ref<HTMLInputElement>;
}

export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder, value, onChange, atLeast, namedBy, ref } = props;
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
  const named = namedBy?.(typed) ?? null;
  const isShort = atLeast !== undefined && length > 0 && length < atLeast.characters;
  const isNone = isShort || (atLeast !== undefined && length === 0);
  const searched = named ? handedOn : isNone ? "" : typed;
  const note = named ? `Press Enter to open this ${named.name}` : isShort ? atLeast.text : null;
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
      aria-describedby={note === null ? undefined : noteId}
      placeholder={placeholder}
      icon={<Search aria-hidden />}
      value={typed}
      onChange={(change) => setTyped(change.target.value)}
      onKeyDown={(press) => {
        if (press.key === "Escape" && typed === "") press.currentTarget.blur();
        else if (press.key === "Escape") setTyped("");
        else if (press.key === "Enter" && !press.nativeEvent.isComposing) named?.open();
      }}
      onPaste={(paste) => {
        const pasted = namedBy?.(paste.clipboardData.getData("text"));
        if (!pasted || !isReplaced(paste.currentTarget)) return;
        paste.preventDefault();
        pasted.open();
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
  if (atLeast === undefined && namedBy === undefined) return input;
  return (
    <div className="relative">
      {input}
      <p
        id={noteId}
        aria-live="polite"
        className="absolute top-full left-0 z-20 mt-1 rounded-md border border-line bg-surface px-2 py-1 text-xs text-ink-2 shadow-lift empty:hidden"
      >
        {note}
      </p>
    </div>
  );
}

/** What is pasted becomes the whole text. */
function isReplaced({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length;
}
