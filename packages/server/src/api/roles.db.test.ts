/** Every endpoint of the contract with every kind of caller: the table is made from the contract itself. */
import { ROLES } from "@posthorn/contract/causes";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { can } from "../access/can.ts";
import { givenApi, type GivenApi } from "../testing/given-api.ts";

let api: GivenApi;
let cookie: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
});
afterAll(() => api.stop());

const REFUSED = [401, 403];

describe.each(PUBLIC_ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s",
  (_name, { method, path, role }) => {
    const url = path.replaceAll(/\{\w+\}/g, "nothing");
    const body = method === "GET" || method === "DELETE" ? undefined : {};

    test("is closed to callers without a valid key", async () => {
      for (const key of [null, "phk_wrong"])
        expect((await api.call(method, url, { key, body })).status).toBe(401);
    });

    test("is open to a project's key", async () => {
      expect(REFUSED).not.toContain((await api.call(method, url, { body })).status);
    });

    test.each(ROLES)("asks whether a %s may", async (callerRole) => {
      await api.setRole(callerRole);

      const headers = { cookie, origin: "http://127.0.0.1:4400" };
      const { status, body: answer } = await api.call(method, url, { key: null, body, headers });

      if (can(callerRole, role)) expect(REFUSED).not.toContain(status);
      else {
        expect(status).toBe(403);
        expect(answer.message).toBe("You currently don't have permission to perform this action.");
      }
    });
  },
);

test("some endpoints are closed to viewers, or the table above proves nothing", () => {
  expect(PUBLIC_ENDPOINTS.filter(({ role }) => !can("viewer", role)).length).toBeGreaterThan(10);
});
