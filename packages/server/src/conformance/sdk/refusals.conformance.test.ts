/** @hookdeck/sdk: do its users get the errors that they catch? */
import { Hookdeck } from "@hookdeck/sdk";
import { beforeAll, describe, expect, test } from "vitest";
import { type GivenProject, givenProject } from "../../testing/given-project.ts";
import { type Sdk, refusal, sdkOf } from "../../testing/sdk.ts";

let sdk: Sdk;
let project: GivenProject;
beforeAll(async () => {
  project = await givenProject();
  sdk = sdkOf(project);
});

const NAMES = {
  source: "src_",
  destination: "des_",
  connection: "web_",
  event: "evt_",
  request: "req_",
} as const;

describe("what nobody knows", () => {
  test.each(Object.entries(NAMES))("%s: NotFoundError", async (resource, prefix) => {
    const id = `${prefix}unknown`;
    // The key is one of the table above.
    const refused = await refusal(sdk.client[resource as keyof typeof NAMES].retrieve(id));

    expect(refused).toBeInstanceOf(Hookdeck.NotFoundError);
    expect(refused.body).toMatchObject({
      code: "NOT_FOUND",
      status: 404,
      message: "Not Found",
      data: { id },
    });
  });

  test.each(["attempt", "bookmark", "transformation", "eventBulkRetry"] as const)(
    "%s: NotFoundError",
    async (resource) => {
      const refused = await refusal(sdk.client[resource].retrieve("unknown"));

      expect(refused).toBeInstanceOf(Hookdeck.NotFoundError);
    },
  );

  test("another project's things are not to be seen either", async () => {
    const { id } = await sdk.client.source.create({ name: "mine" });
    const theirs = sdkOf(await givenProject());

    const refused = await refusal(theirs.client.source.retrieve(id));

    expect(refused).toBeInstanceOf(Hookdeck.NotFoundError);
  });
});

test("what was deleted: GoneError", async () => {
  const { id } = await sdk.client.source.create({ name: "deleted" });
  await sdk.client.source.delete(id);

  const refused = await refusal(sdk.client.source.retrieve(id));

  expect(refused).toBeInstanceOf(Hookdeck.GoneError);
  expect(refused.body).toMatchObject({ code: "GONE", status: 410, message: "Resource was deleted" });
});

test("a field that fails a rule: UnprocessableEntityError that says which, in the words of this version", async () => {
  const name = await refusal(sdk.client.source.create({ name: "no blanks please" }));
  const url = await refusal(sdk.client.destination.create({ name: "nowhere", url: "ftp://far.example" }));
  const limit = await refusal(sdk.client.source.list({ limit: 1000 }));

  for (const refused of [name, url, limit]) expect(refused).toBeInstanceOf(Hookdeck.UnprocessableEntityError);
  expect(name.body).toMatchObject({ code: "UNPROCESSABLE_ENTITY", data: [expect.stringMatching(/^name /)] });
  expect(url.body).toMatchObject({ data: ["Must be a valid HTTP url"] });
  expect(limit.body).toMatchObject({ data: [expect.stringMatching(/^limit /)] });
});

test("a bulk retry of nothing: UnprocessableEntityError with a sentence", async () => {
  const query = { webhookId: "web_unknown" };

  const refused = await refusal(sdk.client.eventBulkRetry.create({ query }));

  expect(refused).toBeInstanceOf(Hookdeck.UnprocessableEntityError);
  expect(refused.body).toMatchObject({ data: { message: expect.stringContaining("Nothing matches") } });
});

test("a name that is taken: 409 with the id of what has it, however often the SDK tries", async () => {
  const { id } = await sdk.client.source.create({ name: "taken" });

  const refused = await refusal(sdk.client.source.create({ name: "taken" }));

  expect(refused.statusCode).toBe(409);
  expect(refused.body).toMatchObject({
    code: "RESOURCE_ALREADY_EXISTS",
    data: { id, resource_type: "source" },
  });
  expect((await sdk.client.source.list({ name: "taken" })).count).toBe(1);
});

test("a key that opens nothing: 401", async () => {
  const refused = await refusal(
    sdkOf({ ...project, key: "phk_of_nobody_at_all_0123456789" }).client.source.list(),
  );

  expect(refused.statusCode).toBe(401);
  expect(refused.body).toMatchObject({ code: "UNAUTHORIZED", status: 401 });
});
