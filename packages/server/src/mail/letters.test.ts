/**
 * Does every mail that Posthorn writes arrive as a person and a mail server expect it?
 *
 * A real SMTP server on loopback takes each of them. A new kind of mail is one line in LETTERS.
 */
import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMail } from "../outbound/mail.ts";
import { type Mailbox, startMailbox } from "../testing/mailbox.ts";
import { confirmEmailUrl, emailChangeLetter } from "./email-change.ts";
import { invitationLetter, invitationUrl } from "./invitation.ts";
import { issueNewsLetter } from "./issue-news.ts";
import { invoiceLetter, paymentProblemLetter } from "./invoice.ts";
import { type Letter, writeLetter } from "./letter.ts";
import { passwordResetLetter, passwordResetUrl } from "./password-reset.ts";
import * as notices from "./security-notices.ts";

const PUBLIC_URL = "https://example.com/hooks";
const NAME = `<b>"shop" & Sons</b>`;

const EMAIL = "ada@example.com";

const AMOUNT = { amount: "$39.00", publicUrl: PUBLIC_URL };
const INVOICE = {
  number: "INV-2026-0112",
  organization_name: `${NAME}\n\nPlease pay elsewhere`,
  period_start: "2026-10-01",
  period_end: "2026-11-01",
};

const NOTICES: Readonly<Record<string, Letter>> = {
  "password changed": notices.passwordChangedNotice(EMAIL),
  "address changed": notices.emailChangedNotice("new@example.com"),
  "second factor on": notices.twoFactorOnNotice(EMAIL),
  "second factor off": notices.twoFactorOffNotice(EMAIL),
  "new recovery codes": notices.newRecoveryCodesNotice(EMAIL),
  "recovery code used": notices.recoveryCodeUsedNotice(EMAIL, 1),
  "account deleted": notices.accountDeletedNotice(EMAIL),
};

const LETTERS: Readonly<Record<string, Letter>> = {
  ...NOTICES,
  "new address": emailChangeLetter(confirmEmailUrl(PUBLIC_URL, "a-b_c")),
  invitation: invitationLetter(
    { inviter_name: `Ada\n\n${NAME}`, organization_name: NAME, role: "member" },
    invitationUrl(PUBLIC_URL, { key: "a+b" }),
  ),
  "password reset": passwordResetLetter(passwordResetUrl(PUBLIC_URL, "a+b/c")),
  "invoice that is charged": invoiceLetter({ ...INVOICE, charged_by: "test", is_paid: false }, AMOUNT),
  "payment problem": paymentProblemLetter(
    { ...INVOICE, kind: "declined", text: "Your card was declined.", next: "2026-11-20", last: "2026-11-24" },
    AMOUNT,
  ),
  "news of issues": issueNewsLetter(
    {
      title: `${NAME}: the destination answers 503`,
      lines: ["Since 18 Nov 2026, 03:12 UTC. 3 times so far.", `Project: ${NAME}`],
      link: { label: "Open the issue", url: `${PUBLIC_URL}/issues/iss_1` },
    },
    { publicUrl: PUBLIC_URL },
  ),
};

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.stop());

async function received(letter: Letter): Promise<Email> {
  const mail = createMail({ url: mailbox.url, from: "Posthorn <posthorn@example.com>" });
  await mail.send({ to: ["ada@example.com"], ...writeLetter(letter) });
  const arrived = await mailbox.received.at(-1)?.mail;
  if (!arrived) throw new Error("No mail arrived");
  return arrived;
}

const header = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value;

/** What a mail program shows of the HTML. */
function shown({ html = "" }: Email): string {
  return html
    .replace(/<head>[\s\S]*<\/head>/, "")
    .replaceAll(/<[^>]+>/g, "\n")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim();
}

describe.each(Object.entries(LETTERS))("%s", (_name, letter) => {
  test("says the same as text and as HTML, and begins with its subject", async () => {
    const mail = await received(letter);

    expect(mail.subject).toBe(letter.title);
    expect(mail.text?.startsWith(`${letter.title}\n`)).toBe(true);
    expect(shown(mail).startsWith(`${letter.title}\n`)).toBe(true);
    for (const words of [
      ...letter.lines,
      ...(letter.link ? Object.values(letter.link) : []),
      letter.reason,
    ]) {
      expect(mail.text).toContain(words);
      expect(shown(mail)).toContain(words);
    }
    if (!letter.link) return;
    expect(mail.text?.split("\n")).toContain(letter.link.url);
    expect(mail.html).toContain(`href="${letter.link.url}"`);
  });

  test("adds no markup from names, and loads nothing", async () => {
    const { html = "" } = await received(letter);

    expect(html).not.toContain("<b>");
    expect(html).not.toMatch(/<(?:img|link|script|iframe)|@import|url\(/i);
  });

  test("asks every machine for no answer", async () => {
    const mail = await received(letter);

    expect(header(mail, "auto-submitted")).toBe("auto-generated");
    expect(header(mail, "x-auto-response-suppress")).toBe("DR, RN, NRN, OOF, AutoReply");
  });
});

test("the link of a password reset leads to our own page, below a sub-path too, and escapes the token", () => {
  expect(passwordResetUrl(PUBLIC_URL, "a+b/c")).toBe(`${PUBLIC_URL}/reset-password?token=a%2Bb%2Fc`);
});

test("the other links lead to our own pages too", () => {
  expect(confirmEmailUrl(PUBLIC_URL, "a-b_c")).toBe(`${PUBLIC_URL}/confirm-email?token=a-b_c`);
  expect(invitationUrl(PUBLIC_URL, { key: "a+b" })).toBe(`${PUBLIC_URL}/invitation?key=a%2Bb`);
});

test("a name in an invitation cannot look like a paragraph of ours", () => {
  expect(LETTERS["invitation"]?.lines[0]).toContain(`Ada ${NAME} invites you to join ${NAME} as member.`);
});

test.each(Object.entries(NOTICES))(
  "%s: says what to do if it was somebody else, without a link",
  (_name, notice) => {
    expect(notice.lines.join(" ")).toContain("If it was not you");
    expect(writeLetter(notice).html).not.toContain("<a ");
  },
);

const whenAgain = (next: string | null) =>
  paymentProblemLetter(
    { ...INVOICE, kind: "declined", text: "Your card was declined.", next, last: "2026-11-24" },
    AMOUNT,
  ).lines[2];

test("a mail about a problem says when the card is charged again, and for the last time", () => {
  expect(whenAgain("2026-11-20")).toBe(
    "Posthorn tries again on 2026-11-20, and for the last time on 2026-11-24.",
  );
  expect(whenAgain("2026-11-24")).toBe("Posthorn tries again on 2026-11-24, for the last time.");
  expect(whenAgain(null)).toBe("Posthorn does not try again by itself.");
});

const paymentLine = (charged_by: string | null, is_paid: boolean) =>
  invoiceLetter({ ...INVOICE, charged_by, is_paid }, AMOUNT).lines[1];

test("the mail of an invoice says how it is paid", () => {
  expect(paymentLine(null, false)).toBe("Amount due: $39.00. How to pay is on the invoice.");
  expect(paymentLine("test", false)).toBe("Amount due: $39.00. It is charged to the card on file.");
  expect(paymentLine("test", true)).toBe("Amount due: $39.00. Nothing is to be paid.");
});

test("the number of codes that are left is written as people say it", () => {
  expect(notices.recoveryCodeUsedNotice(EMAIL, 1).lines[0]).toContain("One code is left");
  expect(notices.recoveryCodeUsedNotice(EMAIL, 3).lines[0]).toContain("3 codes are left");
});

test("only news of issues can be stopped, where the project chooses its triggers", async () => {
  const [news, reset] = [LETTERS["news of issues"], LETTERS["password reset"]];
  if (!news || !reset) throw new Error("LETTERS has both");

  const settings = `${PUBLIC_URL}/settings/project/integrations/email/configure`;
  const mail = await received(news);
  expect(header(mail, "list-unsubscribe")).toBe(`<${settings}>`);
  expect(mail.text?.split("\n")).toContain(settings);
  expect(mail.html).toContain(`href="${settings}"`);
  expect(header(await received(reset), "list-unsubscribe")).toBeUndefined();
});
