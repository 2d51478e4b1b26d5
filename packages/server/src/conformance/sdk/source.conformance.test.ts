/** @hookdeck/sdk: sources. */
import { createHmac } from "node:crypto";
import { Hookdeck } from "@hookdeck/sdk";
import { beforeAll, expect } from "vitest";
import { eventually } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { type Sdk, refusal, sdkOf, testEveryMethod } from "../../testing/sdk.ts";

let sdk: Sdk;
beforeAll(async () => {
  sdk = sdkOf(await givenProject());
});

const SECRET = "a secret between the two of us";
const HMAC: Hookdeck.VerificationConfig.Hmac = {
  type: "hmac",
  configs: { webhookSecretKey: SECRET, algorithm: "sha256", headerKey: "x-signature", encoding: "hex" },
};

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers });

/** A change of a source may reach the ingest port a moment later. */
const answeredWith = (status: number, send: () => Promise<Response>) =>
  eventually(send, (response) => response.status === status);

testEveryMethod("source", () => sdk, {
  create: [
    "makes a source that verifies, limits methods and answers in its own words",
    async () => {
      const source = await sdk.client.source.create({
        name: "shop",
        description: "Orders of the shop",
        allowedHttpMethods: ["POST"],
        customResponse: { contentType: "json", body: '{"thanks":true}' },
        verification: HMAC,
      });

      expect(source).toMatchObject({
        name: "shop",
        description: "Orders of the shop",
        allowedHttpMethods: ["POST"],
        customResponse: { contentType: "json", body: '{"thanks":true}' },
        verification: { type: "hmac" },
      });
      expect(source.createdAt).toBeInstanceOf(Date);
      const signature = createHmac("sha256", SECRET).update("{}").digest("hex");
      const headers = { "content-type": "application/json" };
      const welcome = await post(source.url, "{}", { ...headers, "x-signature": signature });
      expect([welcome.status, await welcome.text()]).toEqual([200, '{"thanks":true}']);
      expect((await post(source.url, "{}", headers)).status).toBe(401);
      expect((await fetch(source.url, { method: "PUT", body: "{}", headers })).status).toBe(405);
    },
  ],
  list: [
    "finds sources by id and name, page by page",
    async () => {
      const [a, b, c] = [
        await sdk.client.source.create({ name: "list-a" }),
        await sdk.client.source.create({ name: "list-b" }),
        await sdk.client.source.create({ name: "list-c" }),
      ];

      const byName = await sdk.client.source.list({ name: "list-b" });
      const first = await sdk.client.source.list({
        id: [a.id, b.id, c.id],
        limit: 2,
        orderBy: "created_at",
        dir: "asc",
      });
      const { next } = first.pagination ?? {};
      const second = await sdk.client.source.list({
        id: [a.id, b.id, c.id],
        limit: 2,
        orderBy: "created_at",
        dir: "asc",
        ...(next && { next }),
      });

      expect(byName.models?.map((source) => source.id)).toEqual([b.id]);
      expect(first.models?.map((source) => source.name)).toEqual(["list-a", "list-b"]);
      expect(first.count).toBe(2);
      expect(second.models?.map((source) => source.name)).toEqual(["list-c"]);
      expect(second.pagination?.next).toBeUndefined();
    },
  ],
  retrieve: [
    "shows the credentials only to those who ask for them",
    async () => {
      const { id } = await sdk.client.source.create({ name: "retrieved", verification: HMAC });

      const plain = await sdk.client.source.retrieve(id);
      const full = await sdk.client.source.retrieve(id, { include: "verification.configs" });

      expect(plain.verification).toEqual({ type: "hmac" });
      expect(full.verification).toEqual(HMAC);
    },
  ],
  upsert: [
    "makes a source once and changes it afterwards, by its name",
    async () => {
      const made = await sdk.client.source.upsert({ name: "upserted", description: "first" });
      const changed = await sdk.client.source.upsert({
        name: "upserted",
        description: "second",
        verification: { type: "api_key", configs: { headerKey: "x-key", apiKey: "open sesame" } },
      });

      expect(changed).toMatchObject({
        id: made.id,
        description: "second",
        verification: { type: "api_key" },
      });
    },
  ],
  update: [
    "changes what it is given and keeps the rest",
    async () => {
      const { id } = await sdk.client.source.create({
        name: "updated",
        description: "kept",
        verification: HMAC,
      });

      const updated = await sdk.client.source.update(id, {
        name: "renamed",
        allowedHttpMethods: ["POST", "PUT"],
      });

      expect(updated).toMatchObject({
        id,
        name: "renamed",
        description: "kept",
        allowedHttpMethods: ["POST", "PUT"],
        verification: { type: "hmac" },
      });
    },
  ],
  delete: [
    "removes the source, which is gone afterwards",
    async () => {
      const { id, url } = await sdk.client.source.create({ name: "deleted" });

      const deleted = await sdk.client.source.delete(id);

      expect(deleted.id).toBe(id);
      expect(await refusal(sdk.client.source.retrieve(id))).toBeInstanceOf(Hookdeck.GoneError);
      await answeredWith(410, () => post(url, "{}"));
    },
  ],
  disable: [
    "turns senders away and hides the source from lists",
    async () => {
      const { id, url } = await sdk.client.source.create({ name: "disabled" });

      const disabled = await sdk.client.source.disable(id);

      expect(disabled.disabledAt).toBeInstanceOf(Date);
      await answeredWith(403, () => post(url, "{}"));
      expect((await sdk.client.source.list({ id })).models).toEqual([]);
      expect((await sdk.client.source.list({ id, disabled: true })).models).toHaveLength(1);
    },
  ],
  enable: [
    "lets senders in again",
    async () => {
      const { id, url } = await sdk.client.source.create({ name: "enabled" });
      await sdk.client.source.disable(id);
      await answeredWith(403, () => post(url, "{}"));

      const enabled = await sdk.client.source.enable(id);

      expect(enabled.disabledAt).toBeUndefined();
      await answeredWith(200, () => post(url, "{}"));
    },
  ],
});
