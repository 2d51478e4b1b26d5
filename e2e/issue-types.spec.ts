/**
 * Has each type of issue a page that shows what went wrong, and each type of trigger its list, its dialog and both tabs?
 * With names as long as they may be, in both themes and at the width of a phone.
 */
import { ISSUE_TYPES } from "@posthorn/contract/causes";
import type { Issue } from "@posthorn/contract/issues";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, send } from "./given.ts";
import { givenBackpressure, givenFailingCode, givenRejections, issueOf } from "./given-issues.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { expect, test } from "./test.ts";

const DESKTOP = { width: 1440, height: 900 };

function aLongName(beginning: string): string {
  return aName(beginning).padEnd(NAME_MAX_CHARACTERS, "-and-so-on");
}

async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(DESKTOP);
}

test("each type of issue has its page, and each type of trigger its screens", async ({
  page,
  product,
  farEnd,
}) => {
  const source = () => aLongName("shopify");
  const destination = aLongName("orders-api");
  farEnd.answerWith(({ path }) => ({ status: path === "/fails" ? 503 : 200 }));
  await givenBackpressure(product, farEnd, { source: source(), destination });
  await givenRejections(product, source());
  const failing = { source: source(), destination: aLongName("ledger") };
  await send(await givenConnection(product, { url: `${farEnd.url}/fails` }, failing));
  await givenFailingCode(product, farEnd, {
    source: source(),
    destination: aLongName("warehouse"),
    transformation: aLongName("slim-order"),
  });
  const issues = Object.fromEntries(
    await Promise.all(ISSUE_TYPES.map(async (type) => [type, await issueOf(product, type)])),
  ) as Record<Issue["type"], Issue>; // safe: the entries are of all types

  const trigger = `/issue-triggers/${issues.backpressure.issue_trigger_id}`;
  for (const [address, shown] of [
    ["/issues", failing.destination],
    [`/issues/${issues.delivery.id}`, "Sample event"],
    [`/issues/${issues.transformation.id}`, "Latest execution"],
    [`/issues/${issues.transformation.id}/executions`, "Cannot read properties"],
    [`/issues/${issues.backpressure.id}`, "Oldest pending"],
    [`/issues/${issues.request.id}`, "View a sample"],
    ["/issue-triggers/request", "Email"],
    [trigger, "Behavior"],
    [`${trigger}/issues`, destination],
  ] as const) {
    await page.goto(address);
    // Pages of which a part loads later: this is the last part.
    await expect(page.getByRole("main").getByText(shown).filter({ visible: true }).first()).toBeVisible();
    await expectAccessible(page, address);
    await expectFitsPhone(page);
  }

  for (const [type, field] of [
    ["backpressure", "Delay"],
    ["request", "Rejections within a minute"],
  ] as const) {
    await page.goto(`/issue-triggers/${type}/create/${type}`);
    await expect(page.getByRole("dialog").getByText(field).first()).toBeVisible();
    await expectAccessible(page, `a new trigger of the type ${type}`, { behind: "popup" });
    await expectFitsPhone(page);
  }
});
