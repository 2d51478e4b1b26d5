/** Creates what goes wrong in each of the four ways, and waits for the issues that it becomes. */
import type { IssueType } from "@posthorn/contract/causes";
import type { Connection } from "@posthorn/contract/connections";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { internalId } from "@posthorn/contract/ids";
import type { Issue, listIssues } from "@posthorn/contract/issues";
import type { Source } from "@posthorn/contract/sources";
import type { Transformation } from "@posthorn/contract/transformations";
import { Client } from "pg";
import type { FarEnd } from "./far-end.ts";
import { send } from "./given.ts";
import type { OwnProject } from "./own-project.ts";
import { until } from "./until.ts";

type Given = Pick<OwnProject, "api" | "databaseUrl">;
type Names = Readonly<Record<"source" | "destination", string>>;

/** The newest of its type, once there is one: issues open a moment after the failure. */
export async function issueOf(project: Pick<Given, "api">, type: IssueType): Promise<Issue> {
  const { models } = await until(
    `an issue of the type ${type}`,
    () => project.api<ReplyOf<typeof listIssues>>("GET", `/issues?type=${type}&limit=1`),
    ({ models: issues }) => issues.length > 0,
  );
  const [issue] = models;
  if (!issue) throw new Error("a list that is not empty has a first issue");
  return issue;
}

/**
 * A destination that gets one event an hour while several wait. A queue takes ten minutes to become an issue, and nobody
 * can send requests into the past. So its events are made due earlier than they were.
 */
export async function givenBackpressure(
  project: Given,
  farEnd: Pick<FarEnd, "url">,
  names: Names,
): Promise<void> {
  const connection = await project.api<Connection>("POST", "/connections", {
    source: { name: names.source },
    destination: {
      name: names.destination,
      config: { url: farEnd.url, rate_limit: 1, rate_limit_period: "hour" },
    },
  });
  for (let number = 1; number <= 4; number += 1) await send(connection, { number });
  const db = new Client({ connectionString: project.databaseUrl });
  await db.connect();
  try {
    await until(
      "three events that wait",
      async () =>
        (
          await db.query(
            `update events set next_attempt_at = now() - interval '11 minutes'
             where webhook_id = $1 and status = 'QUEUED'`,
            [internalId("connection", connection.id)],
          )
        ).rowCount,
      (count) => count === 3,
    );
  } finally {
    await db.end();
  }
}

/** A transformation that fails on every request. */
export async function givenFailingCode(
  project: Given,
  farEnd: Pick<FarEnd, "url">,
  names: Names & { transformation: string },
): Promise<void> {
  const { id } = await project.api<Transformation>("POST", "/transformations", {
    name: names.transformation,
    code: 'addHandler("transform", (request) => request.body.customer.email);',
  });
  const connection = await project.api<Connection>("POST", "/connections", {
    source: { name: names.source },
    destination: { name: names.destination, config: { url: farEnd.url } },
    rules: [{ type: "transform", transformation_id: id }],
  });
  await send(connection, { number: 1 });
}

/** A source whose sender has no key. Rejections become issues only if a trigger says so. */
export async function givenRejections(project: Pick<Given, "api">, name: string): Promise<void> {
  await project.api("POST", "/issue-triggers", { type: "request", channels: { email: {} } });
  const { url } = await project.api<Source>("POST", "/sources", {
    name,
    type: "WEBHOOK",
    config: { auth_type: "API_KEY", auth: { header_key: "x-api-key", api_key: "s3cret" } },
  });
  await fetch(url, { method: "POST", body: "{}" });
}
