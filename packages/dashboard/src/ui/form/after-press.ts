/**
 * When may a field that loses the focus say what is wrong with it? Once the pointer is up again.
 *
 * A message moves what is below it. If it appeared between press and release, the release would hit another element,
 * and the browser would send no click to the button or box that the person pressed.
 */

let isPressed = false;

function press(): void {
  isPressed = true;
}

function release(): void {
  isPressed = false;
}

/** Can be called any number of times: the browser keeps one of equal listeners. */
export function watchPresses(): void {
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("pointerup", release, true);
  document.addEventListener("pointercancel", release, true);
}

/** Runs `act` at once if nothing is pressed, else after the release. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act();
  const later = () => {
    document.removeEventListener("pointerup", later, true);
    document.removeEventListener("pointercancel", later, true);
    window.setTimeout(act);
  };
  document.addEventListener("pointerup", later, true);
  document.addEventListener("pointercancel", later, true);
  return undefined;
}
