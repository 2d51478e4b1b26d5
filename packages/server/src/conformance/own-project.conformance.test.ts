/** The basis of every other conformance test: a running product, and a separate project for each test. */
import type { Connection } from "@posthorn/contract/connections";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFarEnd } from "../testing/gateway.ts";
import { type GivenProject, givenProject } from "../testing/given-project.ts";

let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let mine: GivenProject;
let theirs: GivenProject;

beforeAll(async () => {
  farEnd = await startFarEnd();
  [mine, theirs] = await Promise.all([givenProject(), givenProject()]);
});

afterAll(() => farEnd.close());

async function call<Reply>(project: GivenProject, method: string, path: string, body?: unknown) {
  const response = await fetch(`${project.publicUrl}/2025-07-01${path}`, {
    method,
    headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Reply }; // the caller names the contract's type
}

test("what is sent to a source of the project arrives at the far end, and no other project sees it", async () => {
  const { body: connection } = await call<Connection>(mine, "PUT", "/connections", {
    source: { name: "shop" },
    destination: { name: "far-end", config: { url: farEnd.url } },
  });

  const sent = await fetch(connection.source.url, { method: "POST", body: "hello" });

  expect(sent.status).toBe(200);
  expect(connection.source.url).toMatch(mine.ingestUrl);
  const [received] = await farEnd.arrivals(1);
  expect(received?.body.toString()).toBe("hello");
  expect((await call(theirs, "GET", `/connections/${connection.id}`)).status).toBe(404);
});
