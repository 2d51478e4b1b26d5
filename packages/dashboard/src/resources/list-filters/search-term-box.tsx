/** The search box of a list of events or requests. It looks into payloads, from three characters on. */
import { SEARCH_TERM_MIN_CHARACTERS } from "@posthorn/contract/limits";
import { SEARCH_TERM_IS_SHORT } from "@posthorn/contract/payload-values";
import type { Ref } from "react";
import { SearchBox } from "../../ui/list/search-box.tsx";

const AT_LEAST = { characters: SEARCH_TERM_MIN_CHARACTERS, text: SEARCH_TERM_IS_SHORT };

export interface SearchTermBoxProps {
  /** "Search events" */
  label: string;
  value: string | undefined;
  onChange: (term: string | undefined) => void;
  ref?: Ref<HTMLInputElement>;
}

export function SearchTermBox({ label, value = "", onChange, ref }: SearchTermBoxProps) {
  return (
    <SearchBox
      {...(ref && { ref })}
      label={label}
      placeholder="Search payloads"
      value={value}
      atLeast={AT_LEAST}
      onChange={(text) => onChange(text === "" ? undefined : text)}
    />
  );
}
