import { beforeAll, expect, test } from "vitest";
import { cdp, page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ListRows } from "./list/list-rows.tsx";
import "./styles/styles.css";
import { Table, Td, Th, Tr } from "./table.tsx";

const ROWS = 100;

beforeAll(() => page.viewport(1280, 800));

async function showLongTable() {
  return render(
    <div className="flex h-screen flex-col">
      <Table label="Parcels" isLong className="[--columns:80px_minmax(0,1fr)_120px]">
        <thead>
          <tr>
            <Th>Number</Th>
            <Th>Address</Th>
            <Th className="text-right!">Weight</Th>
          </tr>
        </thead>
        <ListRows>
          {Array.from({ length: ROWS }, (_, at) => (
            <Tr key={at}>
              <Td>{at + 1}</Td>
              <Td className="truncate">{`${at + 1} ${"Long Street ".repeat(40)}`}</Td>
              <Td className="text-right">2 kg</Td>
            </Tr>
          ))}
        </ListRows>
      </Table>
    </div>,
  );
}

const rows = () => [...document.querySelectorAll("tbody tr")];
const isDrawn = (row: Element | undefined) =>
  row?.firstElementChild?.checkVisibility({ contentVisibilityAuto: true });

const edges = (cells: Iterable<Element>) =>
  [...cells].map((cell) => [cell.getBoundingClientRect().left, cell.getBoundingClientRect().right]);

test("of a long table only the rows near the view are drawn, and the others when they come near", async () => {
  const screen = await showLongTable();
  await expect.poll(() => [isDrawn(rows().at(0)), isDrawn(rows().at(-1))]).toEqual([true, false]);

  const box = screen.getByRole("region", { name: "Parcels" }).element();
  const { scrollHeight } = box;
  box.scrollTo({ top: scrollHeight });

  await expect.poll(() => [isDrawn(rows().at(0)), isDrawn(rows().at(-1))]).toEqual([false, true]);
  expect(box.scrollHeight).toBe(scrollHeight); // the expected height of a row is its height
});

test("the columns of a long table stand below their heads, and the head stays in view", async () => {
  const screen = await showLongTable();
  const box = screen.getByRole("region", { name: "Parcels" }).element();
  const heads = document.querySelectorAll("th");

  expect(edges(rows().at(0)?.children ?? [])).toEqual(edges(heads));
  box.scrollTo({ top: 1000 });
  await expect.poll(() => isDrawn(rows().at(30))).toBe(true);
  expect(edges(rows().at(30)?.children ?? [])).toEqual(edges(heads));
  expect(heads[0]?.getBoundingClientRect().top).toBe(box.getBoundingClientRect().top + 1);
});

/** As the browser tells them to assistive technology. The page of the test is a frame in that of the runner. */
async function rolesInPage(): Promise<unknown[]> {
  const { frameTree } = await browser().send("Page.getFrameTree");
  const frameId = frameTree.childFrames[0]?.frame.id;
  const { nodes } = await browser().send("Accessibility.getFullAXTree", { frameId });
  return nodes.map(({ role }) => role.value);
}

/** The runner's types leave out the commands of the browser. */
const browser = cdp as unknown as () => {
  send: (command: string, options?: object) => Promise<BrowserAnswer>;
};

interface BrowserAnswer {
  frameTree: { childFrames: { frame: { id: string } }[] };
  nodes: { role: { value: unknown } }[];
}

test("assistive technology finds a table with its heads, rows and cells", async () => {
  const screen = await showLongTable();
  await expect.element(screen.getByText("2 kg").first()).toBeVisible();
  const roles = await rolesInPage();
  const count = (role: string) => roles.filter((one) => one === role).length;

  expect([count("table"), count("columnheader"), count("row")]).toEqual([1, 3, ROWS + 1]);
  expect(count("cell")).toBeGreaterThan(0); // without assistive technology, those near the view
});
