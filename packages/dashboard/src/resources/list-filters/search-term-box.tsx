/**
 * The search box of a list of events or requests. It looks into payloads, from three characters on. An id opens what it
 * names instead, as in the palette.
 */
import { SEARCH_TERM_MIN_CHARACTERS } from "@posthorn/contract/limits";
import { SEARCH_TERM_IS_SHORT } from "@posthorn/contract/payload-values";
import type { Ref } from "react";
import { SearchBox, type Named } from "../../ui/list/search-box.tsx";
import { targetOfId } from "../places/id-address.ts";
import { useOpenId } from "../places/use-open-id.ts";

const AT_LEAST = { characters: SEARCH_TERM_MIN_CHARACTERS, text: SEARCH_TERM_IS_SHORT };

export interface SearchTermBoxProps {
  /** "Search events" */
  label: string;
  value: string | undefined;
  onChange: (term: string | undefined) => void;
  ref?: Ref<HTMLInputElement>;
}

export function SearchTermBox({ label, value = "", onChange, ref }: SearchTermBoxProps) {
  const open = useOpenId();
  const namedBy = (text: string): Named | null => {
    const target = targetOfId(text);
    return target && { name: target.name, open: () => void open(target) };
  };
  return (
    <SearchBox
      {...(ref && { ref })}
      label={label}
      placeholder="Search payloads, or paste an ID"
      value={value}
      atLeast={AT_LEAST}
      namedBy={namedBy}
      onChange={(text) => onChange(text === "" ? undefined : text)}
    />
  );
}
