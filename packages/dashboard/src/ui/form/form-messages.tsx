/**
 * What went wrong with the last save? Wrong fields, the server's refusal, or a change by somebody else.
 */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { Callout } from "../callout.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { useFormStatus } from "./form-status.ts";
import { FIX_ERRORS } from "./use-save-form.ts";

export interface FormMessagesProps {
  /** The next step after a refusal, such as a link. */
  action?: ReactNode;
  className?: string;
}

export function FormMessages({ action, className }: FormMessagesProps) {
  const { refusal, conflict, hasFailed } = useFormStatus();
  if (refusal === null && conflict === null && !hasFailed) return null;
  return (
    <div className={cx("flex flex-col gap-2", className)}>
      {refusal ? (
        <Callout tone="bad" isUrgent title={refusal.title} {...(action !== undefined && { action })}>
          {refusal.text}
        </Callout>
      ) : null}
      {conflict ? <ConflictNotice fields={conflict} /> : null}
      {hasFailed ? (
        <p role="alert" className="text-sm text-bad">
          {FIX_ERRORS}
        </p>
      ) : null}
    </div>
  );
}
