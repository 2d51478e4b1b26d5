/**
 * A filter by connections, sources, destinations or transformations. It has ids; the chip shows names. Typing finds one of
 * thousands.
 *
 * Names and the box load when a person needs them: most lists are not filtered.
 */
import { BoxChip } from "../../ui/list/box-chip.tsx";
import { chipEndClass, type ChipProps } from "../../ui/list/chip.tsx";
import { later } from "../../ui/later.tsx";
import type { PickKind } from "./pick-kinds.ts";

const NamesPickList = later(() => import("./names-pick-list.tsx")).component(
  (loaded) => loaded.NamesPickList<PickKind>,
);
const chosen = later(() => import("./chosen-names.tsx"));
const PageLink = chosen.component(
  (loaded) => loaded.PageLink,
  () => <span className={chipEndClass} />,
);

export const NamesText = chosen.component(
  (loaded) => loaded.NamesText,
  () => "…",
);

export interface NamesPickChipProps extends Omit<ChipProps, "link"> {
  kind: PickKind;
  values: readonly string[] | undefined;
  onChange: (values: string[] | undefined) => void;
  /** If one is chosen, the chip leads to its page. */
  hasLink?: boolean;
}

const NONE: readonly string[] = [];

export function NamesPickChip({ kind, values = NONE, onChange, hasLink, ...chip }: NamesPickChipProps) {
  const [id, other] = values;
  return (
    <BoxChip
      {...chip}
      text={id === undefined ? undefined : <NamesText kind={kind} ids={values} />}
      link={hasLink && id !== undefined && other === undefined ? <PageLink kind={kind} id={id} /> : undefined}
      className="w-96"
    >
      {() => <NamesPickList label={chip.label} kind={kind} values={values} onChange={onChange} />}
    </BoxChip>
  );
}
