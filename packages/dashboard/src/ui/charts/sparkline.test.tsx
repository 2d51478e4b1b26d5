import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { TooltipLayer } from "../tooltip-layer.tsx";
import "../styles/styles.css";
import { Sparkline } from "./sparkline.tsx";

const label = "9 events in the last 24 hours, 4 failed.";

test("the sentence is its name and its tooltip, and each series has its colour", async () => {
  const page = await render(
    <>
      <TooltipLayer />
      <Sparkline
        label={label}
        series={[
          { name: "Not failed", tone: "ok", values: [0, 5] },
          { name: "Failed", tone: "bad", values: [4, 0] },
        ]}
      />
    </>,
  );
  const chart = page.getByRole("img", { name: label });

  await chart.hover();

  await expect.element(page.getByRole("tooltip")).toHaveTextContent(label);
  const [others, failed] = chart.element().querySelectorAll("path");
  expect(others?.getAttribute("d")).toBe("M8 20v-20h6v20z");
  expect(failed?.getAttribute("d")).toBe("M0 20v-16h6v16z");
  expect([others, failed].map((path) => path && getComputedStyle(path).fill)).toEqual([
    "rgb(20, 112, 60)",
    "rgb(179, 38, 30)",
  ]);
});

test("without values it is a dashed line, not an empty place", async () => {
  const page = await render(
    <Sparkline label="No events" series={[{ name: "Events", tone: "ink", values: [0, 0] }]} />,
  );

  const line = page.getByRole("img", { name: "No events" }).element().querySelector("path");

  expect(line?.getAttribute("stroke-dasharray")).toBe("2 2");
});
