/**
 * A search field. It shows the text at once, but calls `onChange` only when the person pauses, so that a word costs
 * one call to the server and not one per letter.
 */
import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useState, type Ref } from "react";
import { IconButton } from "../icon-button.tsx";
import { Input } from "../input.tsx";
import { Kbd } from "../kbd.tsx";

const RESTS_AFTER_MS = 300;

export interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  ref?: Ref<HTMLInputElement>;
}

export function SearchBox({ label, placeholder, value, onChange, ref }: SearchBoxProps) {
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
  const handOn = useEffectEvent((text: string) => {
    setHandedOn(text);
    onChange(text);
  });
  useEffect(() => {
    if (typed === handedOn) return undefined;
    const timer = window.setTimeout(() => handOn(typed), RESTS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [typed, handedOn]);
  return (
    <Input
      ref={ref}
      type="search"
      aria-label={label}
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
}
