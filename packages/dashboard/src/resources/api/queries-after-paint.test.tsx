import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { QueriesAfterPaint } from "./queries-after-paint.tsx";

function Example({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => flushSync(() => setIsOpen(true))}>
        Open
      </button>
      {isOpen ? <QueriesAfterPaint>{children}</QueriesAfterPaint> : null}
    </>
  );
}

test("what opens is drawn before its queries start", async () => {
  const answer = vi.fn(async () => "the answer");
  function Panel() {
    const { data } = useQuery({ queryKey: ["one"], queryFn: answer });
    return <p>{data ?? "no answer yet"}</p>;
  }
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Example>
        <Panel />
      </Example>
    </QueryClientProvider>,
  );
  const button = page.getByRole("button", { name: "Open" }).element();

  if (button instanceof HTMLElement) button.click();
  expect(page.container.textContent).toContain("no answer yet");
  expect(answer).not.toHaveBeenCalled();

  await expect.element(page.getByText("the answer")).toBeVisible();
  expect(answer).toHaveBeenCalledOnce();
});
