import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const config = { url: "https://api.example.com/hooks" };
const code = 'addHandler("transform", (request) => request);';

test.each([
  ["/sources", {}],
  ["/destinations", { config }],
  ["/transformations", { code }],
])("the dashboard finds %s by words of the name, in any order and case", async (path, input) => {
  for (const name of ["shop-eu-17", "shop-us-17", "shop-eu_18"]) {
    await api.call("POST", path, { body: { name, ...input } });
  }
  const found = async (search: string) => {
    const query = `search=${encodeURIComponent(search)}&order_by=name&dir=asc`;
    const { body } = await api.call("GET", `//dashboard-api${path}?${query}`);
    return body.models.map(({ name }: { name: string }) => name);
  };

  expect(await found("17 SHOP-eu")).toEqual(["shop-eu-17"]);
  expect(await found("17 shop")).toEqual(["shop-eu-17", "shop-us-17"]);
  expect(await found("eu_1")).toEqual(["shop-eu_18"]);
  expect(await found("eu nowhere")).toEqual([]);
  // The public list has no such filter.
  expect((await api.call("GET", `${path}?search=nowhere`)).body.count).toBe(3);
});
