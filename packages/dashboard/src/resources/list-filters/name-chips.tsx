/**
 * Filters by sources, destinations, connections and people. They have ids; the chip shows names. If it shows one, it also
 * leads to the page of that one.
 */
import { later } from "../../ui/later.tsx";
import { NamesPickChip, NamesText } from "../pickers/names-pick-chip.tsx";
import type { PickKind } from "../pickers/pick-kinds.ts";
import type { FilterChip } from "./filter-chip.ts";

export function namesChip(label: string, kind: PickKind): FilterChip<string[]> {
  return {
    label,
    Chip: ({ value, ...chip }) => <NamesPickChip {...chip} kind={kind} values={value} hasLink />,
    Words: ({ value }) => <NamesText kind={kind} ids={value} />,
  };
}

/** `any` stands for every person. */
export type People = "any" | string[];

const cliUser = later(() => import("./cli-user-chip.tsx"));

/** The person whose CLI receives an event. */
export const cliUserChip: FilterChip<People> = {
  label: "CLI user",
  Chip: cliUser.component((loaded) => loaded.CliUserChip),
  Words: cliUser.component((loaded) => loaded.CliUsers),
};
