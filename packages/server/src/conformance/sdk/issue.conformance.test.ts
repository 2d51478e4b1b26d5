/** @hookdeck/sdk: issues. */
import { Hookdeck } from "@hookdeck/sdk";
import { afterAll, beforeAll, expect } from "vitest";
import { eventually, startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { connect, eventOf, send } from "../../testing/sdk-deliveries.ts";
import { type Sdk, refusal, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let connection: Hookdeck.Connection;
let issue: Hookdeck.IssueWithData;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
  farEnd = await startFarEnd((_, response) => {
    response.statusCode = 503;
    response.end();
  });
  connection = await connect(sdk, "orders", farEnd.url);
  await eventOf(sdk, await send(connection, { kind: "order" }), "FAILED");
  const { models = [] } = await eventually(
    () => sdk.client.issue.list(),
    (page) => page.count === 1,
  );
  const [opened] = models;
  if (opened === undefined) throw new Error("there is one, it was counted");
  issue = opened;
});
afterAll(() => farEnd.close());

const ids = async (filter: Hookdeck.IssueListRequest) =>
  (await sdk.client.issue.list(filter)).models?.map((model) => model.id);

testEveryMethod("issue", () => sdk, {
  list: [
    "finds issues by every filter, in every order",
    async () => {
      expect(issue).toMatchObject({
        type: "delivery",
        status: "OPENED",
        aggregationKeys: { webhookId: [connection.id], responseStatus: [503], errorCode: [] },
        data: { triggerEvent: { webhookId: connection.id }, triggerAttempt: { responseStatus: 503 } },
      });
      const all = { id: issue.id, type: "delivery", status: "OPENED" } as const;
      expect(await ids(all)).toEqual([issue.id]);
      expect(await ids({ type: "transformation" })).toEqual([]);
      expect(await ids({ status: "RESOLVED" })).toEqual([]);
      expect(await ids({ issueTriggerId: "it_none" })).toEqual([]);
      expect(await ids({ mergedWith: issue.id })).toEqual([]);
      for (const when of ["createdAt", "firstSeenAt", "lastSeenAt", "dismissedAt"] as const)
        expect(await ids({ [when]: new Date(0) })).toEqual([]);
      for (const orderBy of Object.values(Hookdeck.IssueListRequestOrderBy))
        expect(await ids({ orderBy, dir: "asc", limit: 1 })).toEqual([issue.id]);
    },
  ],
  count: [
    "counts issues by the same filters",
    async () => {
      expect((await sdk.client.issue.count({ id: issue.id })).count).toBe(1);
      expect((await sdk.client.issue.count({ type: "backpressure" })).count).toBe(0);
    },
  ],
  retrieve: [
    "shows an issue with its example",
    async () => {
      expect(await sdk.client.issue.retrieve(issue.id)).toMatchObject({
        id: issue.id,
        data: expect.any(Object),
      });
      expect((await refusal(sdk.client.issue.retrieve("iss_none"))).statusCode).toBe(404);
    },
  ],
  update: [
    "changes the status",
    async () => {
      const { status } = await sdk.client.issue.update(issue.id, { status: "ACKNOWLEDGED" });

      expect(status).toBe("ACKNOWLEDGED");
    },
  ],
  dismiss: [
    "dismisses an issue",
    async () => {
      const { dismissedAt, status } = await sdk.client.issue.dismiss(issue.id);

      expect(dismissedAt).toBeInstanceOf(Date);
      expect(status).toBe("IGNORED");
    },
  ],
});
