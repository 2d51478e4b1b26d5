/**
 * How does a person scroll a page to its end, and what must not move then?
 *
 * Each gesture brings the part of the page below the pointer to its end, and then goes on: a part that is at its end hands
 * the gesture to what is around it, and in the end to the whole document.
 */
import { type CDPSession, expect, type JSHandle, type Page } from "@playwright/test";

/** Further than any page is long. */
const FAR_PX = 100_000;
/** Only a page that cannot be scrolled to its end takes this long. */
const HANGS_MS = 120_000;

interface Hand {
  page: Page;
  touch: CDPSession;
}

interface Point {
  x: number;
  y: number;
}

type Gesture = (hand: Hand, part: JSHandle<HTMLElement>, point: Point) => Promise<void>;

/** A finger on a scroll bar, or a few pixels beside it, scrolls nothing: the next try is further up than any bar is thick. */
const NEXT_TRY_PX = 40;
const PLACES = 5;

const GESTURES: Record<string, Gesture> = {
  async wheel({ page }, _part, { x, y }) {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, FAR_PX);
  },
  async "End key"({ page }, part) {
    await part.evaluate((element) => {
      if (element.tabIndex < 0) element.tabIndex = -1; // now it can have the focus, as after a press inside it
      element.focus();
    });
    await page.keyboard.press("End");
    await part.evaluate((element) => element.blur());
  },
  touch: swipe,
};

export const GESTURE_NAMES = Object.keys(GESTURES);

/**
 * Makes the gesture until what it scrolls is at its end, and once more. A person would do the same: rows that arrive
 * meanwhile make a list longer, and may put another part below the pointer.
 */
export async function scrollToEnd(hand: Hand, name: string): Promise<void> {
  const gesture = GESTURES[name];
  if (!gesture) throw new Error(`There is no gesture "${name}".`);
  let tries = 0;
  await expect(async () => {
    const point = pointOf(hand.page, tries++ % PLACES);
    const part = await partAt(hand.page, point);
    await gesture(hand, part, point);
    expect(await part.evaluate(hasComeToEnd), `the page is at its end after: ${name}`).toBe(true);
  }).toPass({ timeout: HANGS_MS });
  const middle = pointOf(hand.page, 0);
  await gesture(hand, await partAt(hand.page, middle), middle);
}

async function swipe({ touch }: Hand, _part: unknown, { x, y }: Point): Promise<void> {
  const move = (type: "touchStart" | "touchMove", to: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y: to }] });
  await move("touchStart", y);
  await move("touchMove", y - 50); // far enough to be no tap
  await move("touchMove", y - FAR_PX);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** In the middle, or so many places further up; beside the rail and below the header. */
function pointOf(page: Page, place: number): Point {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return { x: Math.round(width * 0.55), y: Math.round(height * 0.55) - place * NEXT_TRY_PX };
}

/** What a gesture at this point scrolls first. The document, if nothing around that point scrolls. */
async function partAt(page: Page, point: Point): Promise<JSHandle<HTMLElement>> {
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
  }, point);
}

/** Runs in the page. False if the part has stood still for some frames and is not at its end. */
async function hasComeToEnd(part: HTMLElement): Promise<boolean> {
  const STILL_FRAMES = 10;
  let [still, before] = [0, part.scrollTop];
  while (part.isConnected && part.scrollTop + part.clientHeight < part.scrollHeight - 1) {
    await new Promise((drawn) => requestAnimationFrame(drawn));
    still = part.scrollTop === before ? still + 1 : 0;
    if (still > STILL_FRAMES) return false;
    before = part.scrollTop;
  }
  return true;
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
  for (const main of document.querySelectorAll("main"))
    if (main.scrollWidth > main.clientWidth) stray.push(`the page is ${main.scrollWidth} px wide`);
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
