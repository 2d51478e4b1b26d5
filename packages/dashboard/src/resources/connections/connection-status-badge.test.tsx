import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { ConnectionStatusBadge } from "./connection-status-badge.tsx";

test.for([
  [28, "Paused · 28 held"],
  [9_999, "Paused · 9,999 held"],
  [10_000, "Paused · 10,000+ held"],
] as const)(
  "a paused connection that holds %d events says so, up to the bound of the count",
  async ([held, text]) => {
    const connection = { paused_at: "2026-11-14T14:00:00.000Z", disabled_at: null };

    const screen = await render(<ConnectionStatusBadge connection={connection} held={held} />);

    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  },
);
