/**
 * Copies a value, shows a toast 'Copied to clipboard', and replaces its icon with a tick for a moment.
 */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "./toast.ts";
import { IconButton } from "./icon-button.tsx";

const TICK_MS = 1500;

/** Returns whether the browser copied it. */
export async function copyText(text: string, said = "Copied to clipboard"): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.message(said);
    return true;
  } catch {
    // The browser refused: no permission, or the page is not served over HTTPS.
    toast.error("The browser did not allow copying");
    return false;
  }
}

export interface CopyButtonProps {
  value: string;
  /** The label of the button: "Copy event ID". */
  label: string;
  /** The text of the toast, if it differs from the default. */
  said?: string | undefined;
  className?: string;
}

export function CopyButton({ value, label, said, className }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = window.setTimeout(() => setIsCopied(false), TICK_MS);
    return () => window.clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(value, said)) setIsCopied(true);
  };
  return (
    <IconButton
      size="sm"
      label={label}
      icon={isCopied ? <Check /> : <Copy />}
      onClick={(press) => {
        press.stopPropagation();
        void copy();
      }}
      {...(className !== undefined && { className })}
    />
  );
}
