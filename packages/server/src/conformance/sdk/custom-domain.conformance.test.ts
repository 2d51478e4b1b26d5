/** @hookdeck/sdk: host names of a project. */
import { beforeAll, expect } from "vitest";
import { givenProject } from "../../testing/given-project.ts";
import { type Sdk, refusal, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
});

testEveryMethod("customDomain", () => sdk, {
  create: [
    "claims a host name, once",
    async () => {
      const hostname = `created-${Date.now()}.acme.example`;

      expect(await sdk.client.customDomain.create({ hostname })).toMatchObject({ hostname });
      expect(await refusal(sdk.client.customDomain.create({ hostname: "acme.example" }))).toMatchObject({
        statusCode: 422,
      });
    },
  ],
  list: [
    "shows the record that proves a claim",
    async () => {
      const hostname = `listed-${Date.now()}.acme.example`;
      await sdk.client.customDomain.create({ hostname });

      const domains = await sdk.client.customDomain.list();

      expect(domains.find((domain) => domain.hostname === hostname)).toMatchObject({
        status: "pending",
        ssl: { status: "initializing", txtName: `_posthorn-challenge.${hostname}` },
        verificationErrors: expect.any(Array),
      });
    },
  ],
  delete: [
    "gives a claim up",
    async () => {
      const hostname = `deleted-${Date.now()}.acme.example`;
      await sdk.client.customDomain.create({ hostname });
      const domain = (await sdk.client.customDomain.list()).find((one) => one.hostname === hostname);
      const id = domain?.id ?? "";

      expect(await sdk.client.customDomain.delete(id)).toEqual({ id });
      expect(await refusal(sdk.client.customDomain.delete(id))).toMatchObject({ statusCode: 404 });
    },
  ],
});
