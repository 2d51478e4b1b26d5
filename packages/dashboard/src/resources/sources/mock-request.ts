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

/** How long to wait before each further try, while the server is too busy to store the request. */
const BUSY_WAITS_MS = [1_000, 2_000, 4_000];

/** Throws with a sentence for people. Tries again when it is told 503, as a good sender does: such a request was not stored. */
export async function sendMockRequest(url: string, example: Example | undefined): Promise<void> {
  const post = () =>
    fetch(url, {
      method: "POST",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      ...mockRequestOf(example),
    }).catch(() => null);
  let response = await post();
  for (const waitMs of BUSY_WAITS_MS) {
    if (response?.status !== 503) break;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    response = await post();
  }
  if (response === null)
    throw new Error(
      `This browser cannot reach ${new URL(url).origin}. Send the command below from elsewhere.`,
    );
  if (response.status === 503)
    throw new Error("Posthorn was too busy to store the request. Try again in a moment.");
  if (!response.ok) throw new Error(`The source answered ${response.status}. See the request below.`);
}
