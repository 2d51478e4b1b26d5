/**
 * What does a list show: loading, failed, empty, nothing found, or its rows? A screen fills in the words.
 *
 * Only the first load has a skeleton. Afterwards old rows stay until new ones arrive, and an error of a background
 * refetch leaves them on screen.
 */
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { LensDrawing } from "../drawings.tsx";
import { EmptyState } from "../empty-state.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { TableSkeleton } from "../skeleton.tsx";

export interface ListStatesProps<Row> {
  /** The name of the list for assistive technology: "Connections". */
  label: string;
  columns: number;
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  /** Shown only if there are no rows to show. */
  error: unknown;
  onRetry: () => unknown;
  /** The address narrows the list, or is not at its first page. */
  isFiltered: boolean;
  /** Nothing has been made yet: an `EmptyState` with one sentence that teaches and one button. */
  empty: ReactNode;
  /** Nothing matches: usually `NoneFound`. */
  noneFound: ReactNode;
  /** Instead of the skeleton. */
  loading?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

export function ListStates<Row>(props: ListStatesProps<Row>): ReactNode {
  const { label, columns, rows, error, onRetry, isFiltered, empty, noneFound, loading, children } = props;
  if (rows === undefined && error) return <LoadFailed error={error} onRetry={onRetry} />;
  if (rows === undefined) return loading ?? <TableSkeleton label={label} columns={columns} />;
  if (rows.length === 0) return isFiltered ? noneFound : empty;
  return children(rows);
}

export interface NoneFoundProps {
  title: string;
  children: ReactNode;
  /** Undefined if there is no filter. */
  onClear: (() => void) | undefined;
  /** Another way to find more. */
  action?: ReactNode;
}

/** Nothing matches the filters. */
export function NoneFound({ title, children, onClear, action }: NoneFoundProps) {
  return (
    <EmptyState
      drawing={<LensDrawing />}
      title={title}
      action={
        <>
          {action}
          {onClear === undefined ? null : <Button onClick={onClear}>Clear filters</Button>}
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
