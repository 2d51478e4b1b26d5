import { beforeAll, expect, test } from "vitest";
import { page as browser, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../styles/styles.css";
import { CodeDiff } from "./code-diff.tsx";
import { MOST_CHARACTERS } from "./line-diff.ts";

beforeAll(() => browser.viewport(1280, 800));

const lines = Array.from({ length: 30 }, (_line, at) => `  "n${at}": ${at},`);
const before = ["{", ...lines, '  "end": 1', "}"].join("\n");
const after = before.replace('"n20": 20', '"n20": "twenty"').replace('  "n21": 21,\n', "");

test("unified: changed lines have a sign and both numbers, and alike lines fold", async () => {
  const page = await render(
    <CodeDiff label="Changes" before={before} after={after} language="json" height={400} />,
  );
  const text = page.getByRole("textbox", { name: "Changes" });

  await expect.element(text).toHaveAccessibleDescription("1 line added, 2 lines removed.");
  await expect.element(text).toHaveTextContent(/Removed: "n20": 20,.*Added: "n20": "twenty",/);
  const signs = [...page.container.querySelectorAll(".cm-signs .cm-added, .cm-signs .cm-removed")];
  expect(signs.map(({ textContent }) => textContent)).toEqual(["−", "−", "+"]);
  await expect.element(text).not.toHaveTextContent('"n3"');
  const fold = page.getByRole("button", { name: "… 18 lines alike" });
  await fold.click();

  await expect.element(fold).not.toBeInTheDocument();
  await expect.element(text).toHaveTextContent('"n3"');
});

test("side by side: one fold opens in both columns, also by keyboard", async () => {
  const page = await render(
    <div style={{ width: 900 }}>
      <CodeDiff
        label="Changes"
        before={before}
        after={after}
        language="json"
        layout="side-by-side"
        height={400}
      />
    </div>,
  );

  const folds = page.getByRole("button", { name: "… 18 lines alike" });
  await expect.poll(() => folds.elements().length).toBe(2);
  folds.first().element().focus();
  await userEvent.keyboard("{Enter}");

  await expect.poll(() => folds.elements().length).toBe(0);
  await expect.element(page.getByRole("textbox", { name: "Changes, before" })).toHaveTextContent('"n3"');
  await expect.element(page.getByRole("textbox", { name: "Changes, after" })).toHaveTextContent('"n3"');
});

test("equal texts and texts that are too long say so", async () => {
  const page = await render(<CodeDiff label="Changes" before="{}" after="{}" language="json" height={100} />);
  await expect.element(page.getByText("Both texts are alike.")).toBeVisible();

  await page.rerender(
    <CodeDiff
      label="Changes"
      before=""
      after={"x".repeat(MOST_CHARACTERS + 1)}
      language="json"
      height={100}
    />,
  );

  await expect
    .element(page.getByText("No comparison: one of the texts is longer than 200,000 characters."))
    .toBeVisible();
});
