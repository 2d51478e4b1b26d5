/** What does a chip show of what is chosen? The names, and a link to the page of one. It loads with the first choice. */
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { chipEndClass, chosenText } from "../../ui/list/chip.tsx";
import type { PickKind } from "./pick-kinds.ts";
import { useNames } from "./use-names.ts";

export interface NamesTextProps {
  kind: PickKind;
  ids: readonly string[];
}

/** All names, or their number where a chip has no room for so many. */
export function NamesText({ kind, ids }: NamesTextProps) {
  return chosenText(ids, useNames(kind, ids).names);
}

const PAGES = {
  connection: "/connections/$id",
  source: "/sources/$id",
  destination: "/destinations/$id",
  transformation: "/transformations/$id",
} as const;

export function PageLink({ kind, id }: { kind: PickKind; id: string }) {
  const label = `Open ${kind}`;
  return (
    <Link to={PAGES[kind]} params={{ id }} aria-label={label} data-tooltip={label} className={chipEndClass}>
      <ExternalLink aria-hidden />
    </Link>
  );
}
