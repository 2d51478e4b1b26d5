/**
 * How does the guide send a first request? As any sender does: the browser posts JSON to the source URL itself, so a person
 * sees that their source is reachable. Only where the source wants a proof, or another method, Posthorn sends an example
 * that it signs.
 */
import { DEFAULT_ALLOWED_HTTP_METHODS, type Source } from "@posthorn/contract/sources";
import type { Example } from "@posthorn/contract/test-requests";

/** Whether a browser can send what this source takes. */
export function takesDirectPosts({ type, config, authenticated }: Source): boolean {
  const methods: readonly string[] = config.allowed_http_methods ?? DEFAULT_ALLOWED_HTTP_METHODS;
  return !authenticated && type !== "PUBLISH_API" && methods.includes("POST");
}

const OWN_EXAMPLE = {
  id: "ord_20931",
  type: "order.created",
  total: "129.90",
  currency: "EUR",
  customer: { email: "mira@example.test", city: "Bern" },
  items: [{ sku: "A-37", title: "Enamel mug", quantity: 2 }],
};

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false; // a form, or nothing
  }
}

/** What the browser sends: the provider's own example if it is JSON, otherwise one of ours. */
export function mockRequestOf(example: Example | undefined): {
  headers: Record<string, string>;
  body: string;
} {
  const own = { headers: { "content-type": "application/json" }, body: JSON.stringify(OWN_EXAMPLE) };
  if (!example || !isJson(example.body)) return own;
  // The browser writes its own name and drops what it does not let a page set.
  const headers = Object.entries(example.headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name !== "user-agent" && name !== "content-length" && name !== "host");
  return { headers: { ...own.headers, ...Object.fromEntries(headers) }, body: example.body };
}

/** Throws with a sentence for people. */
export async function sendMockRequest(url: string, example: Example | undefined): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    ...mockRequestOf(example),
  }).catch(() => null);
  if (response === null)
    throw new Error(
      `This browser cannot reach ${new URL(url).origin}. Send the command below from elsewhere.`,
    );
  if (!response.ok) throw new Error(`The source answered ${response.status}. See the request below.`);
}
