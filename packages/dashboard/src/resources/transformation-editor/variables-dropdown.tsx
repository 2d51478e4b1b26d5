/** The variables of the transformation: rows of name and value in a box under a button. */
import { Plus, Trash2, Variable } from "lucide-react";
import {
  canAddRow,
  canDeleteRow,
  envOf,
  rowProblems,
  withChange,
  withoutRow,
  withRow,
  type VariableRow,
} from "../transformations/variable-rows.ts";
import { Button } from "../../ui/button.tsx";
import { Dropdown } from "../../ui/dropdown.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { useReadOnly } from "../../ui/read-only.ts";

export interface VariablesDropdownProps {
  rows: readonly VariableRow[];
  onChange: (rows: VariableRow[]) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function VariablesDropdown({ rows, onChange, isOpen, onOpenChange }: VariablesDropdownProps) {
  const isReadOnly = useReadOnly() !== undefined;
  const problems = rowProblems(rows);
  const count = Object.keys(envOf(rows)).length;
  return (
    <Dropdown
      label="Variables"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="w-120 max-w-[calc(100vw-24px)] max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:w-auto"
      renderTrigger={(props) => (
        <Button icon={<Variable aria-hidden />} {...props}>
          Variables <span className="text-ink-3 tabular-nums">{count}</span>
        </Button>
      )}
    >
      <p className="px-3 pt-3 text-xs text-ink-3">
        The code reads them as <code className="mono">process.env.NAME</code>. They are stored encrypted, and
        everybody who may read this project sees them.
      </p>
      <ul aria-label="Variables" className="flex max-h-80 flex-col gap-2 overflow-y-auto p-3">
        {rows.map((row, at) => {
          const problem = problems[at];
          const number = at + 1;
          return (
            // A row has no identity besides its position.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-2">
              <div>
                <Input
                  isMono
                  aria-label={`Name of variable ${number}`}
                  placeholder="NAME"
                  value={row.name}
                  spellCheck={false}
                  autoComplete="off"
                  aria-invalid={problem === undefined ? undefined : true}
                  aria-describedby={problem === undefined ? undefined : `variable-${at}-problem`}
                  onChange={(change) => onChange(withChange(rows, at, { name: change.target.value.trim() }))}
                />
                {problem === undefined ? null : (
                  <p id={`variable-${at}-problem`} className="mt-1 text-xs text-bad">
                    {problem}
                  </p>
                )}
              </div>
              <Input
                isMono
                aria-label={`Value of variable ${number}`}
                placeholder="value"
                value={row.value}
                spellCheck={false}
                autoComplete="off"
                onChange={(change) => onChange(withChange(rows, at, { value: change.target.value }))}
              />
              <IconButton
                label={`Delete variable ${number}`}
                icon={<Trash2 />}
                disabled={isReadOnly || !canDeleteRow(rows)}
                onClick={() => onChange(withoutRow(rows, at))}
              />
            </li>
          );
        })}
      </ul>
      <div className="border-t border-line p-3">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={isReadOnly || !canAddRow(rows)}
          onClick={() => onChange(withRow(rows))}
        >
          Add variable
        </Button>
      </div>
    </Dropdown>
  );
}
