/** How does a person type the headers of a receiver? As lines, `Name: value`. */
import { OtlpHeaders } from "@posthorn/contract/team-integrations";
import * as z from "zod/mini";

const HEADER_LINES = "Write each header on a line of its own: Name: value";

/** Null if a line is no header. */
export function headersIn(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const at = line.indexOf(":");
    const name = line.slice(0, Math.max(at, 0)).trim();
    const value = line.slice(at + 1).trim();
    if (name === "" || value === "") return null;
    headers[name] = value;
  }
  return headers;
}

export const HeaderLines = z.string().check((context) => {
  const headers = headersIn(context.value);
  const checked = headers && OtlpHeaders.safeParse(headers);
  if (checked?.success) return;
  const message = checked?.error.issues[0]?.message ?? HEADER_LINES;
  context.issues.push({ code: "custom", input: context.value, message });
});
