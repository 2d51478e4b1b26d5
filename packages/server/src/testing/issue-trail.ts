/**
 * How far has a failure come on its way to people?
 *
 * Counts the rows of each step, for one connection, in the database itself: after a kill no process could answer.
 */
import { CHANNELS } from "@posthorn/contract/issue-triggers";
import type { Connection } from "@posthorn/contract/connections";
import { internalId } from "@posthorn/contract/ids";
import { Client } from "pg";
import { eventually } from "./gateway.ts";
import type { Product } from "./product.ts";

export interface IssueTrail {
  failed_attempts: number;
  /** Counted, and not yet news of issues. */
  attempt_news: number;
  issue_news: number;
  issues: number;
  notifications: number;
  /** Notifications that a worker has claimed. */
  claimed: number;
  /** Notifications whose channel was told of everything, and that no worker looks at any more. */
  told: number;
}

export async function readIssueTrail(product: Product, { id }: Pick<Connection, "id">): Promise<IssueTrail> {
  const [trail] = await ask<IssueTrail>(
    product,
    `with notified as (
       select notifications.* from notifications join issues on issues.id = issue_id where subject_id = $1)
     select
       (select count(*) from attempts where webhook_id = $1 and status = 'FAILED')::int as failed_attempts,
       (select count(*) from attempt_news where webhook_id = $1 and status = 'FAILED')::int as attempt_news,
       (select count(*) from issue_news where subject_id = $1)::int as issue_news,
       (select count(*) from issues where subject_id = $1)::int as issues,
       (select count(*) from notified)::int as notifications,
       (select count(*) from notified where claimed_until is not null)::int as claimed,
       (select count(*) from notified
        where told_openings = openings and due_at is null and claimed_until is null)::int as told`,
    [internalId("connection", id)],
  );
  if (!trail) throw new Error("a select of counts has a row");
  return trail;
}

/** Resolves when every channel was told of every issue of the connection, and nothing more is on its way. */
export async function everybodyTold(
  product: Product,
  connection: Pick<Connection, "id">,
  { issues = 1 } = {},
): Promise<IssueTrail> {
  return eventually(
    () => readIssueTrail(product, connection),
    ({ told, attempt_news, issue_news }) =>
      told === issues * CHANNELS.length && attempt_news === 0 && issue_news === 0,
  );
}

/** As if a minute had passed since their worker died. */
export async function claimsRunOut(product: Product): Promise<void> {
  await ask(product, "update notifications set claimed_until = now() where claimed_until > now()", []);
}

async function ask<Row extends object>(
  product: Product,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
