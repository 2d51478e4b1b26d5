/**
 * The editor of a transformation as a window over a form, so that a person writes one without leaving what they fill in.
 *
 * What the address carries on the page of the editor is kept here only while the window is open.
 */
import type { Transformation } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EditorModal } from "../../ui/code-editor/editor-modal.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { transformationQuery } from "../transformations/transformation-queries.ts";
import type { EditorSearch } from "./editor-url.ts";
import { TransformationEditor } from "./transformation-editor.tsx";

export interface EditorWindowProps {
  /** Null for a new transformation. */
  transformationId: string | null;
  onClose: () => void;
  onSaved: (saved: Transformation) => void;
}

export function EditorWindow({ transformationId, onClose, onSaved }: EditorWindowProps) {
  const [search, setSearch] = useState<EditorSearch>({});
  const transformation = useQuery({
    ...transformationQuery(transformationId ?? ""),
    enabled: transformationId !== null,
  });
  if (transformationId !== null && !transformation.data)
    return (
      <EditorModal isOpen isDirty={false} title="Transformation" actions={null} onClose={onClose}>
        <div className="p-5">
          {transformation.isError ? (
            <LoadFailed error={transformation.error} onRetry={transformation.refetch} />
          ) : (
            <TextSkeleton label="Transformation" lines={8} />
          )}
        </div>
      </EditorModal>
    );
  return (
    <TransformationEditor
      stored={transformation.data ?? null}
      search={search}
      onSearch={setSearch}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
