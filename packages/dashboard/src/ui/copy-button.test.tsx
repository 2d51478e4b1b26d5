import { Toaster } from "./toaster.tsx";
import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { CopyButton } from "./copy-button.tsx";

afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard"); // removes the replacement that `clipboardThat` set
});

test("the tick appears only when the browser has copied", async () => {
  const page = await render(
    <>
      <CopyButton value="evt_1" label="Copy event ID" />
      <Toaster />
    </>,
  );
  const button = page.getByRole("button", { name: "Copy event ID" });
  let ticks = 0;
  new MutationObserver(() => {
    if (button.element().querySelector(".lucide-check")) ticks++;
  }).observe(button.element(), { childList: true, subtree: true });
  // A toast is gone after some seconds, which a busy machine may need until it looks.
  let isRefused = false;
  const watch = new MutationObserver(() => {
    isRefused ||= document.body.textContent.includes("The browser did not allow copying");
  });
  watch.observe(document.body, { childList: true, subtree: true });

  clipboardThat(() => Promise.reject(new Error("no permission")));
  await button.click();
  await expect.poll(() => isRefused).toBe(true);
  watch.disconnect();
  expect(ticks).toBe(0);

  clipboardThat(() => Promise.resolve());
  await button.click();
  await expect.poll(() => ticks).toBe(1);
});

/** Replaces the clipboard, because the real one needs a permission that tests do not have. */
function clipboardThat(writeText: () => Promise<void>): void {
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
}
