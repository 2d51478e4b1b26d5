import { useState } from "react";
import { toast as sonner } from "sonner";
import { expect, onTestFinished, test } from "vitest";
import { page as browserPage, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import "./styles/styles.css";
import { Button } from "./button.tsx";
import { Combobox } from "./combobox.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import { SidePanel } from "./side-panel.tsx";
import { toast } from "./toast.ts";
import { Toaster } from "./toaster.tsx";

/** A page with a dialog, inside of which another one opens. `isInnerOpen` opens both at once. */
function Nested({ isInnerOpen = false }: { isInnerOpen?: boolean }) {
  const [open, setOpen] = useState(isInnerOpen ? 2 : 0);
  return (
    <>
      <Button onClick={() => setOpen(1)}>Open</Button>
      <Dialog isOpen={open > 0} onClose={() => setOpen(0)} title="Outer">
        <Button onClick={() => setOpen(2)}>More</Button>
        <Dialog isOpen={open > 1} onClose={() => setOpen(1)} title="Inner">
          <Button>Inside</Button>
        </Dialog>
      </Dialog>
    </>
  );
}

test("what is behind a window is out of reach, and the focus goes back one window at a time", async () => {
  const page = await render(<Nested />);
  const opener = page.getByText("Open", { exact: true });
  await opener.click();
  await expect.element(page.getByRole("button", { name: "More" })).toHaveFocus();
  expect(opener.element().closest("[inert]")).not.toBeNull();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Inside" })).toHaveFocus();
  expect(page.getByText("More").element().closest("[inert]")).not.toBeNull();

  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "More" })).toHaveFocus();
  await expect.element(page.getByRole("dialog", { name: "Inner" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");

  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(document.querySelector("[inert],[aria-hidden=true]:has(button)")).toBeNull();
});

test("two windows that open together lie in their order", async () => {
  const page = await render(<Nested isInnerOpen />);

  await expect.element(page.getByRole("button", { name: "Inside" })).toHaveFocus();
  await page.getByRole("button", { name: "Inside" }).click(); // fails if something lies above it
  await userEvent.keyboard("{Escape}");

  await expect.element(page.getByRole("dialog", { name: "Outer" })).toBeVisible();
  await expect.element(page.getByRole("dialog", { name: "Inner" })).not.toBeInTheDocument();
});

test("a press beside a dialog closes it, a press that only ends there does not", async () => {
  const page = await render(<Nested />);
  await page.getByText("Open", { exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Outer" });
  await expect.element(dialog).toBeVisible();

  await userEvent.dragAndDrop(dialog.getByRole("heading"), page.getByText("Open", { exact: true }), {
    force: true,
  });
  await expect.element(dialog).toBeVisible();
  await userEvent.click(document.querySelector("[data-window] > div") ?? document.body, {
    position: { x: 2, y: 2 },
  });

  await expect.element(dialog).not.toBeInTheDocument();
});

function MenuWithQuestion() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <main>
      <Menu trigger={<Button>Actions</Button>}>
        <MenuItem onSelect={() => setIsOpen(true)}>Delete</MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isOpen}
        title="Delete it?"
        description="It will be gone."
        confirmLabel="Delete"
        onConfirm={close}
        onClose={close}
      />
    </main>
  );
}

test("a question that a menu asks gives the focus back to the menu's button", async () => {
  const page = await render(<MenuWithQuestion />);

  for (let times = 0; times < 2; times++) {
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");

    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Actions" })).toHaveFocus();
  }
});

function PanelWithChoice() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <SidePanel label="Details" header="Details" onClose={() => expect.unreachable("the panel stays")}>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Choose">
        <Combobox
          label="Fruit"
          items={["Apple", "Pear"]}
          value={null}
          onChange={() => undefined}
          itemToText={(item) => item}
          itemToKey={(item) => item}
        />
      </Dialog>
    </SidePanel>
  );
}

test("Esc closes an open list inside a dialog first, and a panel around it not at all", async () => {
  const page = await render(<PanelWithChoice />);

  await page.getByRole("combobox", { name: "Fruit", exact: true }).click();
  await expect.element(page.getByRole("option", { name: "Pear" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("option", { name: "Pear" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");

  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("toasts stay within reach over a window", async () => {
  sonner.dismiss();
  let undone = 0;
  const page = await render(
    <>
      <Toaster />
      <Nested />
    </>,
  );
  toast.message("Before");
  await expect.element(page.getByText("Before")).toBeVisible();
  await page.getByText("Open", { exact: true }).click();
  await expect.element(page.getByRole("dialog")).toBeVisible();

  toast.message("Paused", { action: { label: "Undo", onClick: () => (undone += 1) } });
  await page.getByRole("button", { name: "Undo" }).click();

  expect(undone).toBe(1);
  await expect.element(page.getByRole("dialog")).toBeVisible();
});

test("on a phone, a toast covers no button of a dialog that fills the screen", async () => {
  await browserPage.viewport(360, 640);
  onTestFinished(() => browserPage.viewport(1280, 800));
  const screen = await render(
    <>
      <Dialog isOpen onClose={() => undefined} title="Long" footer={<Button>Save</Button>}>
        <div style={{ height: 2000 }} />
      </Dialog>
      <Toaster />
    </>,
  );

  toast.error("An error occurred while saving", {
    description: "The server did not answer in time. Try again.",
  });
  await expect.element(screen.getByText("An error occurred while saving")).toBeVisible();

  // Mounted means that it has its place; these tests run without motion.
  await expect.poll(() => document.querySelector("[data-sonner-toast][data-mounted=true]")).not.toBeNull();
  const covering = document.querySelector("[data-sonner-toast]")?.getBoundingClientRect();
  const button = screen.getByRole("button", { name: "Save" }).element().getBoundingClientRect();
  expect(covering?.top).toBeGreaterThan(button.bottom);
});
