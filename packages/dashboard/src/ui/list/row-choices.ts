/**
 * Which thing does a row of a list stand for? The rows carry ids, so one listener serves all of them.
 *
 *     const EVENT_ROWS = rowChoices("event", "attempt");
 *
 * A row of the list has `data-event-id`. An opened row can have rows of its own below it, for the parts of its thing:
 * they have `data-attempt-id`, and `data-of-event` with the id of the thing.
 */

export interface RowChoice {
  id: string;
  /** The chosen part of the thing. Undefined: the thing itself. */
  partId?: string | undefined;
}

export interface RowChoices {
  attributesOf: (choice: RowChoice) => Record<`data-${string}`, string>;
  /** Undefined for rows that stand for nothing, such as the head. */
  choiceOf: (row: HTMLElement | null) => RowChoice | undefined;
  /** The row on screen. If the part has none, it is the row of the thing. */
  rowOf: (box: HTMLElement | null, choice: RowChoice) => HTMLElement | null;
}

function find(box: HTMLElement | null, attribute: string, id: string): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(id)}"]`) ?? null;
}

export function rowChoices(kind: string, partKind = "part"): RowChoices {
  const [own, part, owner] = [`data-${kind}-id`, `data-${partKind}-id`, `data-of-${kind}`] as const;
  return {
    attributesOf: ({ id, partId }) =>
      partId === undefined ? { [own]: id } : { [part]: partId, [owner]: id },
    choiceOf: (row) => {
      const id = row?.getAttribute(own) ?? row?.getAttribute(owner) ?? undefined;
      return id === undefined ? undefined : { id, partId: row?.getAttribute(part) ?? undefined };
    },
    rowOf: (box, { id, partId }) =>
      (partId === undefined ? null : find(box, part, partId)) ?? find(box, own, id),
  };
}
