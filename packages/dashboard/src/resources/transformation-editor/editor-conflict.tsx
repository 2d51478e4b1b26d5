/** Somebody else saved the transformation meanwhile: what they changed, and both versions of the code line by line. */
import { CodeDiff } from "../../ui/code-editor/code-diff.tsx";
import { ConflictNotice } from "../../ui/form/conflict-notice.tsx";
import type { ConflictingField } from "../../ui/form/form-status.ts";

export function EditorConflict({ fields }: { fields: readonly ConflictingField[] }) {
  const code = fields.find(({ path }) => path === "code");
  return (
    <div className="max-h-[60%] shrink-0 overflow-y-auto border-b border-line p-3">
      <ConflictNotice fields={fields} />
      {code ? (
        <CodeDiff
          label="Their code compared with yours"
          before={String(code.theirs)}
          after={String(code.mine)}
          language="javascript"
          layout="side-by-side"
          height={240}
          className="mt-3"
        />
      ) : null}
    </div>
  );
}
