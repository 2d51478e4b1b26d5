import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "../../ui/styles/styles.css";
import { SourceTypeMark } from "./source-type-mark.tsx";

/** The mark and what it draws; all of it is hidden from screen readers, because the label stands beside it. */
async function markOf(type: "STRIPE" | "PUBLISH_API" | "WEBHOOK") {
  const { container } = await render(<SourceTypeMark type={type} />);
  const mark = container.querySelector('[aria-hidden="true"]') ?? expect.fail("no mark");
  return { mark, use: mark.querySelector("use") };
}

test("a type with a brand shows its icon, in the colour of the text, from the one file of icons", async () => {
  const { mark, use } = await markOf("STRIPE");
  const address = use?.getAttribute("href") ?? "";

  const sprite = new DOMParser().parseFromString(await (await fetch(address)).text(), "image/svg+xml");

  expect(address).toMatch(/#STRIPE$/);
  expect(sprite.getElementById("STRIPE")?.querySelector("path")?.getAttribute("d")).toMatch(/^M/);
  expect(mark.querySelector("svg")?.getAttribute("fill")).toBe("currentColor");
  expect(mark).toHaveTextContent("");
});

test("a mark is as large before its icon has come", async () => {
  const { mark } = await markOf("STRIPE");

  const { width, height } = mark.getBoundingClientRect();

  expect([width, height]).toEqual([32, 32]);
});

test("a type without a brand shows the first letters of its label, and a webhook a hook", async () => {
  expect((await markOf("PUBLISH_API")).mark).toHaveTextContent("Pu");
  const { mark, use } = await markOf("WEBHOOK");
  expect(mark.querySelector("svg")).not.toBeNull();
  expect(use).toBeNull();
});
