/** So many days pass for billing, with the plan as it is. Invoices that are there get older, too. */
import { Client } from "pg";
import type { OwnProject } from "./own-project.ts";

export async function passDays(product: Pick<OwnProject, "databaseUrl">, days: number): Promise<void> {
  const client = new Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query(
    `update billing set since = since - ${days};
     update billing_accounts set billed_until = billed_until - ${days};
     update plan_stretches set first_day = first_day - ${days};
     update throughput_stretches set first_day = first_day - ${days};
     update subscriptions set anchor = anchor - ${days};
     update invoices set period_start = period_start - ${days}, period_end = period_end - ${days},
       issue_date = issue_date - ${days}`,
  );
  await client.end();
}
