/**
 * Somebody else has saved this thing since the person opened the form. Shows what they changed beside the person's own
 * values, and lets the person decide. Nothing that the person typed is lost before that.
 */
import { Button } from "../button.tsx";
import { Callout } from "../callout.tsx";
import { conflictRows } from "./conflict-rows.ts";
import { useFormStatus, type ConflictingField } from "./form-status.ts";

export function ConflictNotice({ fields }: { fields: readonly ConflictingField[] }) {
  const { displays, keepMine, takeTheirs } = useFormStatus();
  const rows = conflictRows(fields, displays);
  return (
    <Callout
      tone="hold"
      isUrgent
      title="Somebody else changed this meanwhile"
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={keepMine}>Keep mine</Button>
          <Button onClick={takeTheirs}>Take theirs</Button>
        </div>
      }
    >
      <p>
        Nothing is saved yet, and your input is still here. “Keep mine” saves it over their change. “Take
        theirs” puts their values into these fields and leaves your other input as it is.
      </p>
      <table className="mt-2 w-full text-left text-xs">
        <thead className="text-ink-3">
          <tr>
            <th scope="col" className="py-1 pr-3 font-normal">
              Field
            </th>
            <th scope="col" className="py-1 pr-3 font-normal">
              Yours
            </th>
            <th scope="col" className="py-1 font-normal">
              Theirs
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path} className="border-t border-line align-top [overflow-wrap:anywhere]">
              <th scope="row" className="py-1 pr-3 font-medium text-ink">
                {row.label}
              </th>
              <td className="py-1 pr-3">{row.mine}</td>
              <td className="py-1 text-ink">{row.theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Callout>
  );
}
