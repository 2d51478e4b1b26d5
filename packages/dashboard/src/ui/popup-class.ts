/**
 * The look of all popups: menus, lists of choices. A file of its own, so that a component that needs only the look
 * does not load the menu.
 */
export const popupClass =
  "z-50 min-w-44 rounded-md border border-line-strong bg-surface p-1 text-sm shadow-lift outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";
