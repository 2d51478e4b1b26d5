/**
 * Copies a value and says so: a toast 'Copied to clipboard', and a tick for a moment where the icon was.
 */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { IconButton } from "./icon-button.tsx";

const TICK_MS = 1500;

export async function copyText(text: string, said = "Copied to clipboard"): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    // Refused by the browser: no permission, or a page that is not served over HTTPS.
    toast.error("The browser did not allow copying");
  }
}

export interface CopyButtonProps {
  value: string;
  /** What is copied: "Copy event ID". */
  label: string;
  /** The toast, where the product has its own words for it. */
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
    await copyText(value, said);
    setIsCopied(true);
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
