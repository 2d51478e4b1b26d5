import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

function Example() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Delete</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Delete connection?"
        description="New requests are rejected."
      >
        <Field label="Type its name" error="This is not its name">
          <Input />
        </Field>
      </Dialog>
    </>
  );
}

test("focus goes into the body, Esc closes, and focus returns to where it was", async () => {
  const page = await render(<Example />);
  const opener = page.getByRole("button", { name: "Delete" });

  await opener.click();
  await expect
    .element(page.getByRole("dialog", { name: "Delete connection?" }))
    .toHaveAccessibleDescription("New requests are rejected.");
  await expect.element(page.getByLabelText("Type its name")).toHaveFocus();
  await userEvent.keyboard("{Escape}");

  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("a field ties its error to its control", async () => {
  const page = await render(<Example />);

  await page.getByRole("button", { name: "Delete" }).click();

  const input = page.getByLabelText("Type its name");
  await expect.element(input).toHaveAccessibleDescription("This is not its name");
  await expect.element(input).toHaveAttribute("aria-invalid", "true");
});
