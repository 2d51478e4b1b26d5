/** A link in text or in a property list: underlined, because colour means status. */
export const linkClass =
  "underline decoration-line-strong underline-offset-2 transition-colors hover:decoration-ink";
