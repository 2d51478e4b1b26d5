/**
 * A role that is taken away counts at once for calls, and within two seconds for open sockets.
 *
 * In a running product a person has a browser that polls a list of events, and a CLI that listens. Then an admin removes
 * the person, lowers their role, or makes the project private. The next poll is refused. Nobody asks the product to look
 * at its sockets: it closes the CLI's by itself.
 *
 * No time is measured, because a busy machine would decide it. The test shows the order instead: of the product's own
 * reviews of its sockets, the first that begins after the change closes the socket. The pause between two reviews leaves
 * one of the two seconds to the reviews, so that even a change that just missed one counts in time.
 */
import { randomUUID } from "node:crypto";
import type { Connection } from "@posthorn/contract/connections";
import type { Session } from "@posthorn/contract/dashboard-api";
import type { OrganizationMember } from "@posthorn/contract/organizations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REVIEW_EVERY_MS } from "../cli/sockets.ts";
import { cliKeyOf, sessionIn } from "../testing/claimed-cli-key.ts";
import { type CliClient, connectCli, Refused, sessionId } from "../testing/cli-client.ts";
import { control } from "../testing/control.ts";
import { eventually } from "../testing/gateway.ts";
import { createProduct, OWNER, type Product, type Protection } from "../testing/product.ts";
import { readExposition } from "../testing/read-exposition.ts";

const PROMISED_WITHIN_MS = 2_000;
const METRICS_TOKEN = "the-scrapers-token-of-this-test-0123456789";

/** Looks at no socket again. */
const REVIEW: Protection = {
  file: "workers/node.ts",
  from: "REVIEW_EVERY_MS, log, cliSockets.review)",
  to: "REVIEW_EVERY_MS, log, () => Promise.resolve())",
};

interface Running {
  product: Product;
  owner: string;
  organizationId: string;
  projectId: string;
  connection: Connection;
}

interface Person {
  memberId: string;
  /** Of their browser. */
  cookie: string;
  key: string;
  client: CliClient;
  session: string;
}

async function running(without: readonly Protection[] = []): Promise<Running> {
  const product = await createProduct({
    without,
    environment: { POSTHORN_METRICS_TOKEN: METRICS_TOKEN },
  });
  await product.start();
  const owner = sessionIn(await call(product, "POST", "/auth/sign-in/email", { body: OWNER }));
  const { organizations, projects } = await replyOf<Session>(
    call(product, "GET", "/dashboard-api/session", { cookie: owner }),
  );
  const connection = await product.api<Connection>("POST", "/connections", {
    source: { name: "shop" },
    destination: { name: "laptop", type: "CLI", config: { path: "/" } },
  });
  const [organization, project] = [organizations[0]?.id ?? "", projects[0]?.id ?? ""];
  return { product, owner, organizationId: organization, projectId: project, connection };
}

interface Asked {
  cookie?: string;
  project?: string;
  body?: unknown;
}

function call(
  { publicUrl }: Product,
  method: string,
  path: string,
  { cookie, project, body }: Asked = {},
): Promise<Response> {
  return fetch(`${publicUrl}${path}`, {
    method,
    headers: {
      origin: publicUrl,
      "content-type": "application/json",
      ...(cookie !== undefined && { cookie }),
      ...(project !== undefined && { "x-project-id": project }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function replyOf<Reply>(answer: Promise<Response>): Promise<Reply> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Reply; // the caller names the contract's type of this reply
}

/** A member of the organization, whose CLI listens. */
async function givenListener(run: Running): Promise<Person> {
  const email = `${randomUUID()}@fault.test`;
  const { product, owner, organizationId, projectId } = run;
  const people = `/dashboard-api/organizations/${organizationId}`;
  const { models: invitations } = await replyOf<{ models: { link: string }[] }>(
    call(product, "POST", `${people}/invitations`, {
      cookie: owner,
      body: { invitations: [{ email, role: "member" }] },
    }),
  );
  const invitation = new URL(invitations[0]?.link ?? "").searchParams.get("key");
  const signedUp = await call(product, "POST", "/auth/sign-up/email", {
    body: { email, password: "a long enough password", invitation },
  });
  const cookie = sessionIn(signedUp);
  const { models: members } = await replyOf<{ models: OrganizationMember[] }>(
    call(product, "GET", `${people}/members?search=${encodeURIComponent(email)}`, { cookie: owner }),
  );
  const key = await cliKeyOf(cookie, { publicUrl: product.publicUrl, projectId });
  const session = sessionId();
  const client = await listen(run, { key, session });
  return { memberId: members[0]?.id ?? "", cookie, key, client, session };
}

function listen(
  { product, projectId, connection }: Running,
  { key, session }: Pick<Person, "key" | "session">,
): Promise<CliClient> {
  const headers = { "x-team-id": projectId };
  return connectCli({ url: product.publicUrl, key, session, connections: [connection.id], headers });
}

/** What the list of a page asks every two seconds. */
async function poll({ product, projectId }: Running, { cookie }: Person): Promise<number> {
  const answer = await call(product, "GET", "/2025-07-01/events", { cookie, project: projectId });
  await answer.arrayBuffer();
  return answer.status;
}

/** What a member may do, and a viewer may not. */
async function change({ product, projectId }: Running, { cookie }: Person): Promise<number> {
  const answer = await call(product, "PUT", "/2025-07-01/sources", {
    cookie,
    project: projectId,
    body: { name: "changed-by-a-member" },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** By the product's clock. */
async function lastReviewAtMs({ publicUrl }: Product): Promise<number> {
  const answer = await fetch(`${publicUrl}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const loops = readExposition(await answer.text(), "text").get(
    "posthorn_loop_last_success_timestamp_seconds",
  );
  const review = loops?.samples.find(({ labels }) => labels["loop"] === "cli_review");
  return Math.round((review?.value ?? 0) * 1_000);
}

/** Returns when the first review has ended that began after this call. */
async function nextWholeReviewAtMs(product: Product): Promise<number> {
  const ended = async (beforeMs: number) =>
    eventually(
      () => lastReviewAtMs(product),
      (atMs) => atMs > beforeMs,
    );
  const perhapsBegunBefore = await ended(await lastReviewAtMs(product));
  return ended(perhapsBegunBefore);
}

/** When the product let the socket go, by its own log; null if it has not. */
function disconnectedAtMs(product: Product, session: string): number | null {
  for (const line of product.output().split("\n")) {
    if (!line.includes('"cli.disconnected"') || !line.includes(session)) continue;
    const { at } = JSON.parse(line) as { at: string }; // the product writes its lines this way
    return Date.parse(at);
  }
  return null;
}

async function statusOfRefusal(work: Promise<unknown>): Promise<number> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refused)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error.status;
}

let whole: Running;
/** A CLI with the key of the project, which nobody takes away. */
let stays: CliClient;
beforeAll(async () => {
  whole = await running();
  stays = await listen(whole, { key: whole.product.apiKey, session: sessionId() });
});
afterAll(async () => {
  stays.socket.terminate();
  await whole.product.remove();
});

interface Loss {
  becomes: string;
  method: string;
  path: (run: Running, person: Person) => string;
  body?: object;
}

const memberOf = ({ organizationId }: Running, { memberId }: Person) =>
  `/dashboard-api/organizations/${organizationId}/members/${memberId}`;

const REMOVED: Loss = { becomes: "removed from the organization", method: "DELETE", path: memberOf };
const LOWERED: Loss = { becomes: "made a viewer", method: "PUT", path: memberOf, body: { role: "viewer" } };
const MADE_PRIVATE: Loss = {
  becomes: "outside, because the project is private",
  method: "PUT",
  path: ({ projectId }) => `/2025-07-01/projects/${projectId}`,
  body: { private: true },
};

/** Resolves when an admin's change has been answered. */
async function takeAway(run: Running, person: Person, { method, path, body }: Loss): Promise<void> {
  const asked = { cookie: run.owner, project: run.projectId, ...(body && { body }) };
  await replyOf(call(run.product, method, path(run, person), asked));
}

/** The answers to the next poll of the list, which a viewer may see, to the next change, and to a CLI that comes back. */
const LOSSES = [
  { ...REMOVED, polled: 404, changed: 404, dialed: 401 },
  { ...LOWERED, polled: 200, changed: 403, dialed: 403 },
  { ...MADE_PRIVATE, polled: 404, changed: 404, dialed: 404 },
];

test("a person's open sockets are reviewed so often that a lost role counts within two seconds", () => {
  expect(2 * REVIEW_EVERY_MS).toBeLessThanOrEqual(PROMISED_WITHIN_MS);
});

test.each(LOSSES)("a person is $becomes", async ({ polled, changed, dialed, ...loss }) => {
  const person = await givenListener(whole);
  expect([await poll(whole, person), await change(whole, person)]).toEqual([200, 200]);
  expect(person.client.socket.readyState).toBe(person.client.socket.OPEN);

  await takeAway(whole, person, loss);

  expect([await poll(whole, person), await change(whole, person)]).toEqual([polled, changed]);
  const reviewedAtMs = await nextWholeReviewAtMs(whole.product);
  expect(await person.client.closed).toEqual({ code: 1008, reason: "This key may no longer receive events" });
  const closedAtMs = await eventually(
    async () => disconnectedAtMs(whole.product, person.session),
    (atMs) => atMs !== null,
  );
  expect(closedAtMs).toBeLessThanOrEqual(reviewedAtMs);
  expect(await statusOfRefusal(listen(whole, person))).toBe(dialed);
  expect(stays.socket.readyState).toBe(stays.socket.OPEN);
});

control(
  "without its reviews the product is seen to keep the socket of a person who was removed",
  async () => {
    const run = await running([REVIEW]);
    try {
      const person = await givenListener(run);

      await takeAway(run, person, REMOVED);
      await nextWholeReviewAtMs(run.product);
      await nextWholeReviewAtMs(run.product);

      expect(await poll(run, person)).toBe(404);
      expect(person.client.socket.readyState).toBe(person.client.socket.OPEN);
      person.client.socket.terminate();
    } finally {
      await run.product.remove();
    }
  },
);
