/**
 * The filter by the person whose CLI receives an event, or by any person. It loads when it is shown, because most lists do
 * without it.
 */
import { listCliUsers } from "@posthorn/contract/dashboard-api";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { chosenText, ListChip } from "../../ui/list/chip.tsx";
import { call } from "../api/call.ts";
import { NAMES_FRESH_MS } from "../connections/connection-queries.ts";
import { withNameless, type Named } from "../pickers/nameless.ts";
import type { FilterChipProps } from "./filter-chip.ts";
import type { People } from "./name-chips.tsx";

const ANYONE: Named = { value: "any", label: "Any user" };

/** One call lists all of them. */
const cliUsersQuery = queryOptions({
  queryKey: ["cli-users"],
  queryFn: ({ signal }) => call(listCliUsers, { signal }),
  staleTime: NAMES_FRESH_MS,
});

function idsOf(people: People | undefined): string[] {
  return people === undefined ? [] : people === "any" ? [ANYONE.value] : people;
}

function usePeople(ids: readonly string[]): Named[] {
  const { data, isPending } = useQuery(cliUsersQuery);
  const known = (data?.models ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return withNameless(ids, [ANYONE, ...known], isPending);
}

/** "Any user" and single people exclude each other: the newest choice counts. */
function chosenPeople(before: People | undefined, chosen: string[] | undefined): People | undefined {
  if (chosen === undefined) return undefined;
  if (chosen.includes(ANYONE.value) && before !== "any") return "any";
  const ids = chosen.filter((id) => id !== ANYONE.value);
  return ids.length > 0 ? ids : undefined;
}

export function CliUserChip({ value, onChange, ...chip }: FilterChipProps<People>) {
  const ids = idsOf(value);
  return (
    <ListChip
      {...chip}
      values={ids}
      choices={usePeople(ids)}
      onChange={(chosen) => onChange(chosenPeople(value, chosen))}
    />
  );
}

export function CliUsers({ value }: { value: People }) {
  const ids = idsOf(value);
  return chosenText(ids, usePeople(ids));
}
