/** How does a test see what a person copies? The real clipboard needs a permission that tests do not have. */
import { onTestFinished } from "vitest";

/** Replaces the clipboard until the test has ended. Returns what was copied so far, in order. */
export function recordClipboard(): string[] {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  // The real one belongs to the prototype.
  onTestFinished(() => void Reflect.deleteProperty(navigator, "clipboard"));
  return copied;
}
