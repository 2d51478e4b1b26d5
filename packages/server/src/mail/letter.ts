/**
 * How does a mail look, as plain text and as HTML?
 *
 * Each other file of this folder says what one kind of mail says, as a `Letter`. This file writes both forms of it, so they
 * never differ. Names that people typed are escaped here, and nowhere else. The HTML loads nothing: no picture reports to
 * anybody that the mail was opened. It fits a phone, and has colours of its own for mail programs in the dark.
 */
import type { Message } from "../outbound/mail.ts";

interface Link {
  label: string;
  url: string;
}

export interface Letter {
  /** One line: the subject, and the first words of both forms, which the preview of a phone shows. */
  title: string;
  lines: readonly string[];
  /** What the reader can do. Missing: the mail only tells, so that people do not learn to follow links that frighten them. */
  link?: Link;
  /** Why the reader gets this mail. */
  reason: string;
  /** Where the reader stops mails like this one. Missing: the mail answers what a person did, and there is no next one. */
  unsubscribe?: Link;
}

export function writeLetter(letter: Letter): Omit<Message, "to" | "messageId"> {
  return {
    subject: letter.title,
    text: plainText(letter),
    html: html(letter),
    ...(letter.unsubscribe && { unsubscribeUrl: letter.unsubscribe.url }),
  };
}

function plainText({ title, lines, link, reason, unsubscribe }: Letter): string {
  return [
    title,
    "",
    ...lines,
    "",
    ...(link ? [...plainLink(link), ""] : []),
    reason,
    ...(unsubscribe ? plainLink(unsubscribe) : []),
    "",
  ].join("\n");
}

/** An address has a line of its own, so that nothing beside it becomes part of the link. */
function plainLink({ label, url }: Link): string[] {
  return [`${label}:`, url];
}

/** Styles are inline, because some mail programs drop the style sheet. It has only what they may lose: the dark colours. */
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DARK = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #141310 !important; }
  .sheet { background: #1b1a16 !important; border-color: #2d2b25 !important; }
  .ink { color: #f1eee7 !important; }
  .quiet, .quiet a { color: #b9b3a6 !important; }
  .button { background: #f1eee7 !important; color: #1b1a16 !important; }
}`;

/** Tables, because Outlook knows no other way to limit a width. */
function html({ title, lines, link, reason, unsubscribe }: Letter): string {
  const stop = unsubscribe
    ? ` <a href="${escaped(unsubscribe.url)}" style="color:#57524a">${escaped(unsubscribe.label)}</a>`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f7f6f3">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f6f3">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;table-layout:fixed">
<tr><td class="sheet ink" style="padding:24px;background:#ffffff;border:1px solid #e3dfd7;border-radius:6px;${FONT};font-size:15px;line-height:1.5;color:#1c1a16;overflow-wrap:anywhere;word-break:break-word">
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.35">${escaped(title)}</h1>
${lines.map((line) => `<p style="margin:0 0 8px">${escaped(line)}</p>`).join("\n")}
${link ? button(link) : ""}</td></tr>
<tr><td class="quiet" style="padding:16px 24px 0;${FONT};font-size:13px;line-height:1.5;color:#57524a">${escaped(reason)}${stop}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function button({ label, url }: Link): string {
  return `<p style="margin:24px 0"><a class="button" href="${escaped(url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1c1a16;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p class="quiet" style="margin:0;font-size:13px;color:#57524a">If the button does not work, open this address:<br><a href="${escaped(url)}" style="color:#57524a;word-break:break-all">${escaped(url)}</a></p>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
