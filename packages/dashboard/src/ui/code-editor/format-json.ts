/**
 * How is a value written as JSON that people read and edit? Two spaces per level, but what is short stays on one line:
 * `"total": { "$gte": 50 }`.
 */
const LONGEST_LINE = 60;

export function formatJson(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const isArray = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = isArray
    ? value.map((item) => formatJson(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, inner)}`);
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const line = isArray ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  // The outermost braces stand on lines of their own, so that there is room to write.
  if (indent !== "" && line.length <= LONGEST_LINE && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
