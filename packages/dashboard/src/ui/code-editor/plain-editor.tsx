/** The text field that stands in for an editor whose code could not be loaded. It has the same value and checks. */
import { cx } from "class-variance-authority";
import { useEffect, useId, useState } from "react";
import { Button } from "../button.tsx";
import { problemsOf } from "./problems-of.ts";
import type { CodeEditorProps, Problem } from "./editor-types.ts";
import { ProblemList } from "./problem-list.tsx";

export function PlainEditor(props: CodeEditorProps & { onRetry: () => void }) {
  const { label, value, onChange, language, placeholder, lintSources, onProblems, describedBy, onRetry } =
    props;
  const id = useId();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const check = async () => {
      const found = await problemsOf(value, language, lintSources ?? []);
      if (!isCurrent) return;
      setProblems(found);
      onProblems?.(found);
    };
    void check();
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the sources may be new functions at every render
  }, [value, language]);
  return (
    <div
      className={cx(
        "flex h-full min-h-0 flex-col overflow-hidden rounded-md border border-line-strong bg-surface",
        props.className,
      )}
    >
      <div className="flex items-center gap-2 border-b border-line bg-hold-bg px-3 py-1.5 text-xs text-hold">
        <p className="min-w-0 flex-1">
          The code editor could not be loaded. You can go on in this plain text field.
        </p>
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
      <textarea
        aria-label={label}
        aria-describedby={[`${id}-problems`, describedBy].filter(Boolean).join(" ")}
        aria-invalid={problems.length > 0 || props.isInvalid === true || undefined}
        value={value}
        readOnly={props.isReadOnly === true || onChange === undefined}
        placeholder={placeholder}
        spellCheck={false}
        onChange={({ target }) => onChange?.(target.value)}
        className="mono min-h-0 flex-1 resize-none bg-transparent p-3 leading-5 whitespace-pre"
      />
      <ProblemList id={`${id}-problems`} text={value} problems={problems} />
    </div>
  );
}
