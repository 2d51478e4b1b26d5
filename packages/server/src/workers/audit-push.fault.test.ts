/**
 * No entry of an audit log is lost between the database and a receiver when the product is killed in the middle of a push.
 *
 * The receiver has the batch and does not answer, so the product dies before it can record anything. It starts again, and
 * pushes the batch once more, with what was made since. The lease is shortened, so that the test need not wait for its end.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import type { AuditPush } from "@posthorn/contract/audit-push";
import { afterEach, expect, test } from "vitest";
import { sessionIn } from "../testing/claimed-cli-key.ts";
import { eventually, type Received, startFarEnd } from "../testing/gateway.ts";
import { createProduct, OWNER, type Product, type Protection } from "../testing/product.ts";

const SHORT_LEASE: Protection = {
  file: "workers/audit-push.ts",
  from: "const LEASE_MS = 60_000;",
  to: "const LEASE_MS = 1_000;",
};

const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function call<Reply>(
  { publicUrl }: Product,
  cookie: string,
  [method, path, body]: [method: string, path: string, body?: unknown],
): Promise<Reply> {
  const answer = await fetch(`${publicUrl}${path}`, {
    method,
    headers: { origin: publicUrl, "content-type": "application/json", cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.status, `${method} ${path}`).toBe(200);
  return (await answer.json()) as Reply; // the caller names the contract's type of this reply
}

async function signedIn({ publicUrl }: Product): Promise<string> {
  return sessionIn(
    await fetch(`${publicUrl}/auth/sign-in/email`, {
      method: "POST",
      headers: { origin: publicUrl, "content-type": "application/json" },
      body: JSON.stringify(OWNER),
    }),
  );
}

/** What OTLP's JSON says. */
interface Logs {
  resourceLogs: { scopeLogs: { logRecords: { body: { stringValue: string } }[] }[] }[];
}

function entriesIn({ body }: Received): string[] {
  const { resourceLogs } = JSON.parse(body.toString()) as Logs;
  const records = resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
  return records.map((record) => {
    const { action, subject } = JSON.parse(record.body.stringValue) as {
      action: string;
      subject: { type: string; name: string };
    };
    return `${action} ${subject.type} ${subject.name}`;
  });
}

test("a product that is killed in the middle of a push pushes every entry, in order", async () => {
  let answers = false;
  const receiver = await startFarEnd((_, response) => {
    if (answers) response.end();
  });
  const product = await createProduct({
    without: [SHORT_LEASE],
    environment: { POSTHORN_EGRESS_ALLOW: "127.0.0.0/8" },
  });
  ends.push(
    () => receiver.close(),
    () => product.remove(),
  );
  await product.start();
  const cookie = await signedIn(product);
  const { organizations } = await call<Session>(product, cookie, ["GET", "/dashboard-api/session"]);
  const path = `/dashboard-api/organizations/${organizations[0]?.id}/audit-push`;
  await product.api("POST", "/sources", { name: "before" });

  await call(product, cookie, ["PUT", path, { type: "otlp", url: receiver.url, headers: {} }]);
  await receiver.arrivals(1);
  await product.api("POST", "/sources", { name: "while-it-hangs" });
  await product.kill();
  answers = true;
  await product.start();
  await product.api("POST", "/sources", { name: "after" });

  const made = [
    `created audit_push ${receiver.url}`,
    "created source while-it-hangs",
    "created source after",
  ];
  const arrived = async () => receiver.received.flatMap(entriesIn);
  await eventually(arrived, (entries) => made.every((one) => entries.includes(one)));
  expect([...new Set(await arrived())]).toEqual(made);
  const state = () => call<{ audit_push: AuditPush }>(product, cookie, ["GET", path]);
  await eventually(state, ({ audit_push }) => audit_push.waiting === 0);
  expect((await state()).audit_push).toMatchObject({ error: null, lost: 0 });
});
