import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "../styles/styles.css";
import { DangerZone } from "./danger-zone.tsx";
import { useActionPrompt, type EntityAction } from "./entity-actions.tsx";

function Zone({ action, refusal }: { action: EntityAction; refusal?: string }) {
  const starter = useActionPrompt();
  return (
    <>
      <DangerZone actions={[action]} starter={starter} refusal={refusal} />
      {starter.question}
    </>
  );
}

function aDeletion(change: Partial<EntityAction> = {}): EntityAction {
  return {
    of: "thing_1",
    label: "Delete",
    title: "Delete thing",
    icon: null,
    summary: "Removes it.",
    isDanger: true,
    prompt: { consequence: "It will be gone. Are you sure?", detail: "thing-one" },
    run: () => Promise.resolve(),
    ...change,
  };
}

test("it asks with the consequence, and two clicks confirm once", async () => {
  let runs = 0;
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const run = () => {
    runs += 1;
    return promise;
  };
  const screen = await render(<Zone action={aDeletion({ run })} />);

  await screen.getByRole("button", { name: "Delete…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Delete thing" });
  await expect.element(dialog).toHaveTextContent("It will be gone. Are you sure?");
  await expect.element(dialog).toHaveTextContent("thing-one");
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  const confirm = dialog.getByRole("button", { name: "Delete" }).element();
  if (!(confirm instanceof HTMLElement)) throw new Error("no button");
  confirm.click();
  confirm.click();

  expect(runs).toBe(1);
  await expect.element(dialog.getByRole("button", { name: "Delete" })).toHaveAttribute("aria-busy", "true");
  finish();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(runs).toBe(1);
});

test("after a failure the question stays for another try", async () => {
  let runs = 0;
  const run = () => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error("refused")) : Promise.resolve();
  };
  const screen = await render(<Zone action={aDeletion({ run })} />);
  await screen.getByRole("button", { name: "Delete…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Delete thing" });

  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => runs).toBe(1);
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();

  await expect.element(dialog).not.toBeInTheDocument();
  expect(runs).toBe(2);
});

test("a first-time prompt can be dismissed for good, and a deletion cannot", async () => {
  let dismissals = 0;
  let runs = 0;
  const run = () => Promise.resolve((runs += 1));
  const prompt = { consequence: "Held until unpaused.", onDismiss: () => (dismissals += 1) };
  const screen = await render(<Zone action={aDeletion({ label: "Pause", isDanger: false, prompt, run })} />);

  await screen.getByRole("button", { name: "Pause…" }).click();
  await screen.getByRole("checkbox", { name: "Don't ask me again" }).click();
  await screen.getByRole("button", { name: "Pause", exact: true }).click();
  await expect.poll(() => [runs, dismissals]).toEqual([1, 1]);

  await screen.rerender(<Zone action={aDeletion()} />);
  await screen.getByRole("button", { name: "Delete…" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Delete thing" })).toBeVisible();
  await expect.element(screen.getByRole("checkbox")).not.toBeInTheDocument();
});

test("without a prompt it runs at once, and without the role it does not", async () => {
  let runs = 0;
  const action = aDeletion({ label: "Enable", prompt: undefined, run: () => Promise.resolve((runs += 1)) });
  const screen = await render(<Zone action={action} refusal="You need the member role for this." />);
  const button = screen.getByRole("button", { name: "Enable" });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await expect.element(button).toHaveAttribute("data-tooltip", "You need the member role for this.");
  await button.click({ force: true });
  expect(runs).toBe(0);

  await screen.rerender(<Zone action={action} />);
  await button.click();

  await expect.poll(() => runs).toBe(1);
});
