/**
 * Where a person writes a filter and sees at once which requests it lets pass. The rules form mounts it while it is
 * open. Nothing is saved here: `onConfirm` hands the filter to the form, which then closes the editor.
 */
import type { FilterParts } from "@posthorn/contract/filter-trials";
import type { Rule } from "@posthorn/contract/rules";
import type { ReactNode } from "react";
import { later } from "../../ui/later.tsx";

export interface FilterEditorProps {
  value: FilterParts;
  onConfirm: (value: FilterParts) => void;
  onClose: () => void;
  /** Null while the source does not exist yet. */
  sourceId: string | null;
  /** Undefined while the connection does not exist yet. */
  connectionId?: string | undefined;
  /** The transformation that runs before the filter: the filter sees what it returns. Null if none does. */
  transformationBefore: string | null;
  /** All rules of the form, with this filter in its place. Null while another rule is wrong. */
  rulesWith: (filter: FilterParts) => Rule[] | null;
  /** What the filter belongs to: "shopify → orders-api". */
  subtitle?: ReactNode;
}

const Window = later(() => import("./filter-editor-window.tsx")).component(
  (loaded) => loaded.FilterEditorWindow,
);

export function FilterEditor(props: FilterEditorProps) {
  return <Window {...props} />;
}
