/** How does a conformance test prepare and check things without the client that it tests? */
import type { GivenProject } from "./given-project.ts";

/** A call that must succeed, in the canonical version. Returns the reply. */
// oxlint-disable-next-line typescript/no-explicit-any -- the far side of the wire has no types
export type ApiCall = (method: string, path: string, body?: unknown) => Promise<any>;

export function apiCallOf({ publicUrl, key }: Pick<GivenProject, "publicUrl" | "key">): ApiCall {
  return async (method, path, body) => {
    const response = await fetch(`${publicUrl}/2025-07-01${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}
