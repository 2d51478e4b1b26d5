/** How does a journey read mails? Its file has a product of its own, whose mails arrive in a real SMTP server. */
import { startMailbox, type Mailbox } from "../packages/server/src/testing/mailbox.ts";
import { startProduct, type StartOptions } from "./product.ts";
import { test } from "./test.ts";

export type { Mailbox };

export function testWithMailbox(options: StartOptions = {}) {
  return test.extend<object, { mailbox: Mailbox }>({
    mailbox: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
      async ({}, use) => {
        const mailbox = await startMailbox();
        await use(mailbox);
        await mailbox.stop();
      },
      { scope: "worker" },
    ],
    installation: [
      async ({ mailbox }, use) => {
        const product = await startProduct({ ...options, smtpUrl: mailbox.url });
        await use(product);
        await product.stop();
      },
      { scope: "worker", timeout: 180_000 },
    ],
  });
}
