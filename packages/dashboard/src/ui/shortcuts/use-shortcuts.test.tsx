import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { currentScopes } from "./shortcut-scopes.ts";
import { useShortcuts } from "./use-shortcuts.ts";

function Example({ go, open, palette }: { go: () => void; open: () => void; palette: () => void }) {
  useShortcuts("Events", {
    "g e": { label: "Go to Events", run: go },
    Enter: { label: "Open event", run: open },
    "$mod+k": { label: "Commands", run: palette },
  });
  return (
    <>
      <input aria-label="Search" />
      <input type="checkbox" aria-label="Select" />
      <button type="button">Retry</button>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as Base UI draws its dialogs */}
      <div role="dialog" aria-label="Question">
        <button type="button">Cancel</button>
      </div>
    </>
  );
}

test("sequences fire on the page and on a checkbox, never while typing or inside a dialog", async () => {
  const go = vi.fn();
  const page = await render(<Example go={go} open={vi.fn()} palette={vi.fn()} />);

  await page.getByLabelText("Search").click();
  await userEvent.keyboard("ge");
  await page.getByRole("button", { name: "Cancel" }).click();
  await userEvent.keyboard("ge");
  expect(go).not.toHaveBeenCalled();
  await page.getByRole("checkbox").click();
  await userEvent.keyboard("ge");

  expect(go).toHaveBeenCalledOnce();
});

test("Enter on a button presses the button, and a Mod combination works even while typing", async () => {
  const [open, palette] = [vi.fn(), vi.fn()];
  const page = await render(<Example go={vi.fn()} open={open} palette={palette} />);

  await page.getByRole("button", { name: "Retry" }).click();
  await userEvent.keyboard("{Enter}");
  await page.getByLabelText("Search").click();
  await userEvent.keyboard("{Control>}k{/Control}");

  expect(open).not.toHaveBeenCalled();
  expect(palette).toHaveBeenCalledOnce();
});

test("the last key of a sequence does not also run its own shortcut, whichever scope came first", async () => {
  const [goTo, retry] = [vi.fn(), vi.fn()];
  function Panel() {
    useShortcuts("Event", { r: { label: "Retry event", run: retry } });
    return null;
  }
  function Shell() {
    useShortcuts("Go to", { "g r": { label: "Requests", run: goTo } });
    return <Panel />;
  }
  await render(<Shell />);

  await userEvent.keyboard("gr");
  expect([goTo.mock.calls.length, retry.mock.calls.length]).toEqual([1, 0]);
  await userEvent.keyboard("r");

  expect([goTo.mock.calls.length, retry.mock.calls.length]).toEqual([1, 1]);
});

test("the sheet lists a scope while it is mounted", async () => {
  const page = await render(<Example go={vi.fn()} open={vi.fn()} palette={vi.fn()} />);

  expect(currentScopes().map((scope) => scope.name)).toEqual(["Events"]);
  await page.unmount();

  expect(currentScopes()).toEqual([]);
});
