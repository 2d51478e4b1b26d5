/**
 * What does each role find on every page of the product?
 *
 * A viewer, a member and an admin of the organization, its owner, and a person of another organization walk through the
 * pages of the build's own list. All but the owner come by a real invitation. callers.db.test.ts asks the same of every
 * endpoint.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { createOrganization } from "@posthorn/contract/organizations";
import type { Page } from "@playwright/test";
import { startFarEnd } from "./far-end.ts";
import { contextOf, givenColleague } from "./given-colleague.ts";
import { goInside } from "./go-inside.ts";
import { oneScreenPerPage } from "./pages-of-the-build.ts";
import { addressOf } from "./pictures/screens.ts";
import { seed } from "./pictures/seed.ts";
import { expect, test } from "./test.ts";

/** Five people see sixty pages each. Only a hang reaches the limit. */
test.setTimeout(15 * 60_000);

/** What a viewer may press: it shows more, chooses what is shown, copies, or leaves. */
const LOOKS = [
  /^(Copy|What|About|Download|View) /,
  /^(Actions|Actions for \$|Bulk operations|Compare with…|Metrics Export|Refresh|Show as table|Show attempts)$/,
  /^((Event|Request) )?Date$|^(Connection|Filter|Group by|Log level|Order|Source|Status|Type)$/,
  /^(Change input|Console|Diff|Failed only|Fold all|Go|Input|Output|Raw|Request|Response)$/,
  /^(Search|Tree|TypeScript|Unfold all|Variables)$/,
  /^(Deduplicate|Delay|Filter|Retry|Transform) settings$|^\d$/,
  /^(Cancel|Close|Decline)$/,
];
/** What belongs to the person: the account, the CLI that asks for them, the organizations they are in, and their projects. */
const OWN = [
  /^(Change email…|Change password…|Delete account…|Turn on…)$/,
  /^(Yes, allow this CLI|No, refuse it)$/,
  /^(Leave organization…|New organization)$/,
  /^(Default project|project-\S+)$/,
];
/** Nobody asks why: the list has no further page, and a rule or a type is not moved or opened in a form that says it is read-only. */
const SELF_EVIDENT = [/^(Previous|Next)$/, /^Move /, /^Open Type$/];

/** What only the owner may press, and only the owner may choose in a list. */
const OWNERS_ONLY = ["Delete organization…", "Owner…"];

/** Of things in the project, which nobody outside may see. */
const SEEDED_NAMES = /stripe-production|shopify-store|billing-api/;

interface Control {
  name: string;
  isEnabled: boolean;
  reason: string;
}

/** What a person can press in the page and in the panel or dialog beside it. The rail is the same for everybody. */
function controlsOn(page: Page): Promise<Control[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(":is(main, aside, header, [role=dialog]) button")]
      .filter((control) => control.checkVisibility())
      .map((control) => ({
        name: control.getAttribute("aria-label") ?? control.innerText.trim().split("\n")[0] ?? "",
        isEnabled: !control.matches(":disabled, [aria-disabled=true]"),
        reason: control.dataset["tooltip"] ?? "",
      })),
  );
}

/** The choices of all lists that a person can open. */
function choicesOn(page: Page): Promise<string[]> {
  return page.locator("main select:enabled option:enabled").allInnerTexts();
}

function names(controls: Control[], but: readonly RegExp[]): string[] {
  return controls.map(({ name }) => name).filter((name) => !but.some((known) => known.test(name)));
}

test("every page answers to each role, and shows it only what it may do", async ({
  product,
  browser,
  session,
}) => {
  const [ok, broken] = [await startFarEnd(), await startFarEnd()];
  const seeded = await seed(product, ok, broken);
  const { projects } = await product.dashboardApi<Session>("GET", "/session");
  const own = projects.find(({ id }) => id === product.id)?.organization_id ?? "";
  const { organization: other } = await product.dashboardApi<ReplyOf<typeof createOrganization>>(
    "POST",
    "/organizations",
    { name: "Elsewhere" },
  );
  const people = {
    viewer: await givenColleague(browser, product, own, "viewer"),
    member: await givenColleague(browser, product, own, "member"),
    admin: await givenColleague(browser, product, own, "admin"),
    owner: { context: await contextOf(browser, product, { ...session, origins: product.remembered }) },
    outsider: await givenColleague(browser, product, other.id, "admin"),
  };
  /** What only the owner may do, by role. */
  const ownersActs = { admin: new Set<string>(), owner: new Set<string>() };
  const screens = (await oneScreenPerPage(product.url, seeded)).filter(({ isSignedOut }) => !isSignedOut);

  for (const [role, { context }] of Object.entries(people)) {
    const page = await context.newPage();
    const refused: string[] = [];
    page.on("response", (answer) => {
      if ([401, 403].includes(answer.status())) refused.push(`${answer.request().method()} ${answer.url()}`);
    });
    for (const screen of screens) {
      await test.step(`${role}: ${screen.name}`, async () => {
        const address = addressOf(screen, seeded);
        // Viewers open every address themselves. The others get there by links, after the first.
        const isOpened = role === "viewer" || page.url() === "about:blank";
        await (isOpened ? page.goto(address) : goInside(page, address));
        await page.getByRole("heading").first().waitFor();
        await page.waitForFunction(() => document.querySelector("[data-skeleton]") === null);
        const controls = await controlsOn(page);

        const on = `${role}, ${screen.name}`;
        expect.soft(refused.splice(0), `${on}: calls that are refused`).toEqual([]);
        const mute = controls.filter(({ isEnabled, reason }) => !isEnabled && reason === "");
        expect.soft(names(mute, SELF_EVIDENT), `${on}: disabled without a reason`).toEqual([]);
        if (role === "viewer") {
          const enabled = controls.filter(({ isEnabled }) => isEnabled);
          expect.soft(names(enabled, [...LOOKS, ...OWN]), `${on}: enabled`).toEqual([]);
        }
        if (role === "admin" || role === "owner") {
          const open = controls.filter(({ isEnabled }) => isEnabled).map(({ name }) => name);
          const acts = [...open, ...(await choicesOn(page))];
          for (const act of acts.filter((name) => OWNERS_ONLY.includes(name))) ownersActs[role].add(act);
        }
        if (role === "outsider") await expect.soft(page.locator("body")).not.toContainText(SEEDED_NAMES);
      });
    }
    await page.close();
  }
  expect([...ownersActs.owner].toSorted()).toEqual(OWNERS_ONLY);
  expect([...ownersActs.admin], "what only the owner may do").toEqual([]);
  await Promise.all([ok.stop(), broken.stop()]);
});
