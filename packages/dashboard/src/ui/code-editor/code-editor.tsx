/**
 * Where a person reads or writes code: JSON and JavaScript, with checks, suggestions and search.
 *
 * CodeMirror is large, so it loads when the first editor appears. Until then a skeleton has the final size. If it cannot
 * be loaded, a plain text field takes its place, with the same value and the same checks, and offers another try.
 */
import { useEffect, useState, type ComponentType } from "react";
import type { CodeEditorProps } from "./editor-types.ts";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { PlainEditor } from "./plain-editor.tsx";
import { useReadOnly } from "../read-only.ts";

type Loaded = ComponentType<CodeEditorProps>;
export type LoadEditor = () => Promise<{ Editor: Loaded }>;

const importEditor: LoadEditor = () => import("./editor.tsx");

/** Kept outside of React: the second editor of a page appears at once. */
let loaded: Loaded | null = null;

export function CodeEditor(props: CodeEditorProps) {
  return <CodeEditorFrom load={importEditor} {...props} />;
}

/** For tests, which load nothing or load later. */
export function CodeEditorFrom({ load, ...given }: CodeEditorProps & { load: LoadEditor }) {
  const isInReadOnlyForm = useReadOnly() !== undefined;
  const props = isInReadOnlyForm ? { ...given, isReadOnly: true } : given;
  const [Editor, setEditor] = useState<Loaded | null>(() => (load === importEditor ? loaded : null));
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (Editor || hasFailed) return undefined;
    let isCurrent = true;
    const fetchEditor = async () => {
      try {
        const { Editor: arrived } = await load();
        if (load === importEditor) loaded = arrived;
        if (isCurrent) setEditor(() => arrived);
      } catch {
        if (isCurrent) setHasFailed(true);
      }
    };
    void fetchEditor();
    return () => {
      isCurrent = false;
    };
  }, [Editor, load, hasFailed]);

  const { height } = props;
  return (
    <div
      className={height === "fill" ? "h-full min-h-0" : undefined}
      style={height === "fill" ? {} : { height }}
    >
      {Editor ? (
        <Editor {...props} />
      ) : hasFailed ? (
        <PlainEditor {...props} onRetry={() => setHasFailed(false)} />
      ) : (
        <EditorSkeleton label={props.label} className={props.className} />
      )}
    </div>
  );
}
