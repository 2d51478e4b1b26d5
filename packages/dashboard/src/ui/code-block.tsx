/**
 * A few lines to read and copy: a curl command, a snippet. The JSON viewer shows payloads.
 */
import { cx } from "class-variance-authority";
import { CopyButton } from "./copy-button.tsx";

export interface CodeBlockProps {
  code: string;
  /** What the button copies, if it is not what is shown: a secret that the page hides. */
  copied?: string;
  /** The label of the copy button: "Copy cURL command". Without it there is no button. */
  copyLabel?: string;
  /** The text of the toast after copying, if it differs from the default. */
  copiedText?: string;
  isWrapped?: boolean;
  className?: string;
}

export function CodeBlock({
  code,
  copied = code,
  copyLabel,
  copiedText,
  isWrapped = false,
  className,
}: CodeBlockProps) {
  return (
    <div className={cx("relative rounded-md border border-line bg-sunken", className)}>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        aria-label="Code"
        className={cx(
          "mono overflow-x-auto p-3 leading-5",
          copyLabel !== undefined && "pr-10",
          isWrapped && "break-all whitespace-pre-wrap",
        )}
      >
        {code}
      </pre>
      {copyLabel === undefined ? null : (
        <CopyButton
          value={copied}
          label={copyLabel}
          said={copiedText}
          className="absolute top-1.5 right-1.5 bg-sunken"
        />
      )}
    </div>
  );
}
