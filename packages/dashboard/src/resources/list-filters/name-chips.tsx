/**
 * Filters by sources, destinations, connections and people. They have ids; the chip shows names. If it shows one, it also
 * leads to the page of that one.
 */
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { chipEndClass, ListChip } from "../../ui/list/chip.tsx";
import { NamesPickChip } from "../pickers/names-pick-chip.tsx";
import { useNames, type Named } from "../pickers/use-names.ts";
import { useCliUserNames } from "./cli-user-names.ts";
import type { FilterChip } from "./filter-chip.ts";

function namesOf(ids: readonly string[], names: readonly Named[]): string {
  return ids.map((id) => names.find(({ value }) => value === id)?.label ?? id).join(", ");
}

const PAGES = {
  connection: "/connections/$id",
  source: "/sources/$id",
  destination: "/destinations/$id",
  transformation: "/transformations/$id",
} as const;

function PageLink({ kind, id }: { kind: keyof typeof PAGES; id: string }) {
  const label = `Open ${kind}`;
  return (
    <Link to={PAGES[kind]} params={{ id }} aria-label={label} data-tooltip={label} className={chipEndClass}>
      <ExternalLink aria-hidden />
    </Link>
  );
}

export function namesChip(label: string, kind: keyof typeof PAGES): FilterChip<string[]> {
  return {
    label,
    Chip: function NamesChip({ value, ...chip }) {
      const [id, ...others] = value ?? [];
      return (
        <NamesPickChip
          {...chip}
          kind={kind}
          values={value}
          link={id === undefined || others.length > 0 ? undefined : <PageLink kind={kind} id={id} />}
        />
      );
    },
    Words: function Names({ value }) {
      return namesOf(value, useNames(kind, value).names);
    },
  };
}

/** `any` stands for every person. */
export type People = "any" | string[];

const ANYONE: Named = { value: "any", label: "Any user" };

function idsOf(people: People | undefined): string[] {
  return people === undefined || people === "any" ? [] : people;
}

/** "Any user" and single people exclude each other: the newest choice counts. */
function chosenPeople(before: People | undefined, chosen: string[] | undefined): People | undefined {
  if (chosen === undefined) return undefined;
  if (chosen.includes(ANYONE.value) && before !== "any") return "any";
  const ids = chosen.filter((id) => id !== ANYONE.value);
  return ids.length > 0 ? ids : undefined;
}

/** The person whose CLI receives an event. */
export const cliUserChip: FilterChip<People> = {
  label: "CLI user",
  Chip: function CliUserChip({ value, onChange, ...chip }) {
    const names = useCliUserNames(idsOf(value));
    return (
      <ListChip
        {...chip}
        values={value === "any" ? [ANYONE.value] : value}
        choices={[ANYONE, ...names]}
        onChange={(chosen) => onChange(chosenPeople(value, chosen))}
      />
    );
  },
  Words: function CliUsers({ value }) {
    const names = useCliUserNames(idsOf(value));
    return value === "any" ? ANYONE.label : namesOf(value, names);
  },
};
