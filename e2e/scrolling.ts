/**
 * How does a person scroll a page to its end, and what must not move then?
 *
 * Each gesture brings the part of the page below the pointer to its end, and then goes on: a part that is at its end hands
 * the gesture to what is around it, and in the end to the whole document.
 */
import type { CDPSession, JSHandle, Page } from "@playwright/test";

/** Further than any page is long. */
const FAR_PX = 100_000;

type Gesture = (page: Page, touch: CDPSession) => Promise<void>;

export const GESTURES: Record<string, Gesture> = {
  async wheel(page) {
    const { x, y } = middleOf(page);
    const part = await partAt(page);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, FAR_PX);
    await page.waitForFunction(isAtEnd, part);
    await page.mouse.wheel(0, FAR_PX);
  },
  async "End key"(page) {
    const part = await partAt(page);
    await part.evaluate((element) => {
      if (element.tabIndex < 0) element.tabIndex = -1; // now it can have the focus, as after a press inside it
      element.focus();
    });
    await page.keyboard.press("End");
    await page.waitForFunction(isAtEnd, part);
    await part.evaluate((element) => element.blur());
    await page.keyboard.press("End");
  },
  async touch(page, touch) {
    const part = await partAt(page);
    await swipe(page, touch);
    await page.waitForFunction(isAtEnd, part);
    await swipe(page, touch);
  },
};

async function swipe(page: Page, touch: CDPSession): Promise<void> {
  const { x, y } = middleOf(page);
  const move = (type: "touchStart" | "touchMove", to: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y: to }] });
  await move("touchStart", y);
  await move("touchMove", y - 50); // far enough to be no tap
  await move("touchMove", y - FAR_PX);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Beside the rail and below the header. */
function middleOf(page: Page): { x: number; y: number } {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return { x: Math.round(width * 0.55), y: Math.round(height * 0.55) };
}

/** What a gesture in the middle of the page scrolls first. The document, if nothing around that point scrolls. */
async function partAt(page: Page): Promise<JSHandle<HTMLElement>> {
  return page.evaluateHandle(({ x, y }) => {
    for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
      const isLonger = element.scrollHeight > element.clientHeight;
      if (
        element instanceof HTMLElement &&
        isLonger &&
        /auto|scroll/.test(getComputedStyle(element).overflowY)
      )
        return element;
    }
    return document.documentElement;
  }, middleOf(page));
}

/** Runs in the page. */
function isAtEnd(part: HTMLElement): boolean {
  return !part.isConnected || part.scrollTop + part.clientHeight >= part.scrollHeight - 1;
}

/** Runs in the page, after the frame that draws the gesture. Empty if the frame around the page is where it belongs. */
export async function strayParts(): Promise<string[]> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const { scrollHeight, scrollWidth, scrollTop } = document.documentElement;
  const stray: string[] = [];
  if (scrollHeight > innerHeight) stray.push(`the document is ${scrollHeight} px tall`);
  if (scrollWidth > innerWidth) stray.push(`the document is ${scrollWidth} px wide`);
  if (scrollTop > 0) stray.push(`the document has scrolled by ${scrollTop} px`);
  for (const selector of ["nav[aria-label=Main]", "#page", "#page header"]) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box && (box.top < 0 || box.bottom > innerHeight))
      stray.push(`${selector} is at ${box.top} to ${box.bottom} px`);
  }
  const page = document.getElementById("page");
  if (page && page.scrollHeight > page.clientHeight)
    stray.push(`${page.scrollHeight - page.clientHeight} px of the page are out of reach`);
  return stray;
}

/** Runs in the page. Bars that appear although nothing that a person could miss is hidden. */
export function uselessBars(): string[] {
  const UNSEEN_PX = 3;
  return [...document.querySelectorAll("body *")].flatMap((element) => {
    const { overflowX, overflowY, scrollbarWidth } = getComputedStyle(element);
    const across = element.scrollWidth - element.clientWidth;
    const down = element.scrollHeight - element.clientHeight;
    const isUseless = (overflow: string, hidden: number) =>
      /auto|scroll/.test(overflow) && scrollbarWidth !== "none" && hidden > 0 && hidden <= UNSEEN_PX;
    if (!isUseless(overflowX, across) && !isUseless(overflowY, down)) return [];
    return [`${element.tagName.toLowerCase()}.${element.className}: ${across} px across, ${down} px down`];
  });
}

/** Runs in the page. */
export function scrollBack(): void {
  for (const element of document.querySelectorAll("*")) element.scrollTop = 0;
}
