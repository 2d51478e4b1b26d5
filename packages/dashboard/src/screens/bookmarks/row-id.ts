/** What does a row of the table stand for? A bookmark, or one of the events of the selected bookmark below it. */

export interface RowId {
  kind: "bookmark" | "event";
  id: string;
}

/** The attributes of a row, from which `idOfRow` reads it. */
export function rowAttributes({ kind, id }: RowId): Record<`data-${string}`, string> {
  return { "data-row-kind": kind, "data-row-id": id };
}

/** Undefined for rows that stand for nothing, such as the head. */
export function idOfRow(row: HTMLElement | null): RowId | undefined {
  const { rowKind: kind, rowId: id } = row?.dataset ?? {};
  return id !== undefined && (kind === "bookmark" || kind === "event") ? { kind, id } : undefined;
}

/** The row on screen, if there is one. */
export function rowOf(box: HTMLElement | null, { kind, id }: RowId): HTMLElement | null {
  return (
    box?.querySelector<HTMLElement>(`[data-row-kind="${kind}"][data-row-id="${CSS.escape(id)}"]`) ?? null
  );
}
