import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { expect, test } from "vitest";
import { page as tab } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../styles/styles.css";
import { Button } from "../button.tsx";
import { EditorModal } from "./editor-modal.tsx";

function Example() {
  const [isOpen, setIsOpen] = useState(true);
  const [isDirty, setIsDirty] = useState(false);
  return (
    <EditorModal
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      title="Filter"
      subtitle="orders"
      isDirty={isDirty}
      actions={<Button onClick={() => setIsDirty(true)}>Change</Button>}
    >
      <p>Content</p>
    </EditorModal>
  );
}

test("closing asks while there are unsaved changes, and only then", async () => {
  await tab.viewport(1280, 800);
  const router = createRouter({
    routeTree: createRootRoute({ component: Example }),
    history: createMemoryHistory(),
  });
  const page = await render(<RouterProvider router={router} />);
  const dialog = page.getByRole("dialog", { name: "Filter" });
  await dialog.getByRole("button", { name: "Change" }).click();
  await expect.element(dialog.getByText("Unsaved changes")).toBeVisible();

  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect.element(page.getByText("Discard unsaved changes?")).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(page.getByText("Content")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();

  await expect.element(page.getByText("Content")).not.toBeInTheDocument();
});
