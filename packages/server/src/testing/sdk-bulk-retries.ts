/**
 * What does every kind of bulk retry promise to users of the SDK?
 *
 * There are three kinds, which differ only in their queries. A test file says what to retry, and gets the tests of all
 * methods.
 */
import type { Hookdeck } from "@hookdeck/sdk";
import { expect } from "vitest";
import { eventually } from "./gateway.ts";
import { type MethodTests, refusal, type Sdk, type SdkResource, testEveryMethod } from "./sdk.ts";

type BulkResource = Extract<SdkResource, `${string}BulkRetry`>;

interface BulkRetry<Query> {
  list(request: Hookdeck.EventBulkRetryListRequest): Promise<Hookdeck.BatchOperationPaginatedResult>;
  create(request: { query: Query }): Promise<Hookdeck.BatchOperation>;
  plan(): Promise<Hookdeck.EventBulkRetryPlanResponse>;
  retrieve(id: string): Promise<Hookdeck.BatchOperation>;
  cancel(id: string): Promise<Hookdeck.BatchOperation>;
}

/** The far end must not answer requests whose path begins with this: then a retry stays in progress. */
export const UNANSWERED = "unanswered";

export interface ToRetry<Query> {
  /** Matches exactly three rows, and none of those made by another call. */
  query: Query;
  /** The same query with its names on the wire: the SDK returns it unchanged. */
  wireQuery: Record<string, unknown>;
  /** How many have arrived at the far end because of the retry. */
  arrived: () => number;
}

export interface BulkStory<Query> {
  sdk: () => Sdk;
  bulk: () => BulkRetry<Query>;
  /** Makes three rows to retry. Paths at the far end begin with a slash and this name. */
  given: (name: string) => Promise<ToRetry<Query>>;
}

export function testBulkRetry<Resource extends BulkResource, Query>(
  resource: Resource,
  { sdk, bulk, given }: BulkStory<Query>,
): void {
  const begun = async (name: string) => {
    const toRetry = await given(name);
    return { ...toRetry, operation: await bulk().create({ query: toRetry.query }) };
  };
  const ended = (id: string) =>
    eventually(
      () => bulk().retrieve(id),
      ({ inProgress }) => !inProgress,
    );

  const tests = {
    create: [
      "retries everything that the query matches",
      async () => {
        const { operation, wireQuery, arrived } = await begun("created");

        expect(operation).toMatchObject({
          id: expect.stringMatching(/^bch_/),
          estimatedBatch: 1,
          estimatedCount: 3,
          inProgress: true,
          progress: 0,
        });
        expect(operation.query).toEqual(wireQuery);
        await eventually(
          async () => arrived(),
          (count) => count === 3,
        );
        await ended(operation.id);
        expect(arrived()).toBe(3);
      },
    ],
    plan: [
      "estimates a retry of everything there is",
      async () => {
        await given("planned");

        const plan = await bulk().plan();

        expect(plan.estimatedCount).toBeGreaterThanOrEqual(3);
        expect(plan.estimatedBatch).toBe(1);
      },
    ],
    retrieve: [
      "shows how far it has come",
      async () => {
        const { operation } = await begun("retrieved");

        expect(await ended(operation.id)).toMatchObject({
          id: operation.id,
          completedAt: expect.any(Date),
          completedCount: 3,
          failedCount: 0,
          processedBatch: 1,
          progress: 1,
        });
      },
    ],
    list: [
      "finds retries by id, and by whether they go on",
      async () => {
        const { operation: over } = await begun("listed");
        await ended(over.id);
        const { operation: open } = await begun(`${UNANSWERED}-listed`);
        const id = [over.id, open.id];
        const ids = async (filter: Hookdeck.EventBulkRetryListRequest) =>
          (await bulk().list({ id, orderBy: "created_at", dir: "asc", ...filter })).models?.map(
            (model) => model.id,
          );

        expect(await ids({})).toEqual([over.id, open.id]);
        expect(await ids({ inProgress: true })).toEqual([open.id]);
        expect(await ids({ inProgress: false })).toEqual([over.id]);
        expect(await ids({ completedAt: new Date(0) })).toEqual([]);
      },
    ],
    cancel: [
      "ends what is going on",
      async () => {
        const { operation } = await begun(`${UNANSWERED}-cancelled`);

        const cancelled = await bulk().cancel(operation.id);

        expect(cancelled).toMatchObject({
          id: operation.id,
          inProgress: false,
          cancelledAt: expect.any(Date),
        });
        expect(cancelled.completedAt).toBeUndefined();
        expect((await refusal(bulk().cancel("bch_unknown"))).statusCode).toBe(404);
      },
    ],
  } satisfies MethodTests<BulkResource>;
  // The three kinds have the same methods.
  testEveryMethod(resource, sdk, tests as unknown as MethodTests<Resource>);
}
