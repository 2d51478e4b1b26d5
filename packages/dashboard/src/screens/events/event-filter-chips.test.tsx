import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../../ui/styles/styles.css";
import { EVENT_FILTER_CHIPS } from "./event-filter-chips.tsx";

test("error codes are in order, each says what it means, and the meaning finds them", async () => {
  const { Chip, label } = EVENT_FILTER_CHIPS.error_code;
  await render(<Chip label={label} value={undefined} onChange={() => undefined} isOpenAtFirst />);
  await expect.element(page.getByRole("option", { name: "TIMEOUT No answer in time" })).toBeInTheDocument();
  const codes = page
    .getByRole("option")
    .elements()
    .map((option) => option.textContent);
  expect(codes).toEqual(codes.toSorted());

  await page.getByRole("combobox").fill("expired");

  await expect.element(page.getByRole("option")).toHaveTextContent("SSL_CERT_EXPIREDCertificate expired");
});
