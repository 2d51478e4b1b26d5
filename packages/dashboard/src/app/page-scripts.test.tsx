import { afterEach, expect, test } from "vitest";
import { answerApi, type TestApi } from "../resources/api/test-api.ts";
import { loadPageScripts, nameScripts } from "./page-scripts.ts";

let api: TestApi;
afterEach(() => api.restore());

function named(): string[] {
  return Array.from(document.head.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]"), (link) =>
    link.getAttribute("href"),
  ).filter((href) => href !== null && href.startsWith("/assets/test-")) as string[];
}

test("the scripts of the next page are named once, as soon as the list is there", async () => {
  api = answerApi({
    "GET /page-scripts.json": [
      { path: "^/sources/?$", scripts: ["assets/test-sources.js", "assets/test-list.js"] },
      { path: "^/events/?$", scripts: ["assets/test-events.js", "assets/test-list.js"] },
    ],
  });
  nameScripts("/sources");
  expect(named()).toEqual([]);

  loadPageScripts(0);
  await expect
    .poll(() => {
      nameScripts("/sources");
      return named();
    })
    .toEqual(["/assets/test-sources.js", "/assets/test-list.js"]);
  nameScripts("/events");
  nameScripts("/nowhere");

  expect(named()).toEqual(["/assets/test-sources.js", "/assets/test-list.js", "/assets/test-events.js"]);
});
