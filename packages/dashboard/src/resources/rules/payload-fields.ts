/**
 * Which fields of a real request can a deduplicate rule compare? Written as the rule writes them: `body.items[*].sku`.
 *
 * Pure. Of a list only the first element is looked at, and of a deep or wide payload only a part: the list is there to
 * choose from, and a person can type any other path.
 */
export interface PayloadField {
  path: string;
  /** Its value in the request, shortened. */
  example: string;
}

export interface RequestParts {
  headers: unknown;
  body: unknown;
  parsed_query: unknown;
  path: unknown;
}

const MOST_FIELDS = 200;
const DEEPEST = 6;
const LONGEST_EXAMPLE = 60;

export function payloadFields({ headers, body, parsed_query, path }: RequestParts): PayloadField[] {
  const found: PayloadField[] = [];
  collect("body", body, 0, found);
  collect("query", parsed_query, 0, found);
  collect("headers", headers, 0, found);
  collect("path", path, 0, found);
  return found;
}

function collect(path: string, value: unknown, depth: number, found: PayloadField[]): void {
  if (value === undefined || value === null || found.length >= MOST_FIELDS) return;
  if (typeof value !== "object" || depth === DEEPEST) {
    found.push({ path, example: exampleOf(value) });
  } else if (Array.isArray(value)) {
    collect(`${path}[*]`, value[0], depth + 1, found);
  } else {
    for (const [key, inner] of Object.entries(value)) {
      // A path has no way to write such a key.
      if (!/[.[\]]/.test(key)) collect(`${path}.${key}`, inner, depth + 1, found);
    }
  }
}

function exampleOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= LONGEST_EXAMPLE ? text : `${text.slice(0, LONGEST_EXAMPLE)}…`;
}
