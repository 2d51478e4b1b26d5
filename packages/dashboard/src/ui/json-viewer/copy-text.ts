/**
 * How does a text get onto the clipboard, and how is the reader told?
 *
 * A self-hosted dashboard is often opened over plain http, where browsers withhold the clipboard API;
 * the older command still works there.
 */
import { toast } from "sonner";

export async function copyText(text: string): Promise<void> {
  if (await writeToClipboard(text)) toast.success("Copied to clipboard");
  else toast.error("Your browser did not allow copying");
}

async function writeToClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyBySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // permission denied, or the page is not focused
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
