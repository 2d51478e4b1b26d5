/** Mails the people of organizations that near the events of their plan, or are past them (plans/look-at-usage.ts). */
import { furtherPriceText } from "./further-price.ts";
import { type MailingDeps, sendDueMails } from "./send-due-mails.ts";
import { usageNoticeLetter } from "../mail/usage-notice.ts";
import type { Queryable } from "../store/database.ts";
import { claimNoticesToMail, type NoticeToMail, recordNoticeMail } from "../store/usage-notices.ts";

export interface UsageMailingDeps extends MailingDeps {
  db: Queryable;
}

/** A threshold of another limit is another mail. */
function idOf({ organization_id, period_start, percent, max_requests }: NoticeToMail): string {
  return `usage.${organization_id}.${period_start.slice(0, "1970-01-31".length)}.${percent}.${max_requests}`;
}

export async function mailUsageNotices({ db, ...deps }: UsageMailingDeps): Promise<void> {
  const { publicUrl } = deps;
  await sendDueMails(deps, "usage_notice", {
    claim: (lease) => claimNoticesToMail(db, lease),
    letterOf: (notice) =>
      usageNoticeLetter(
        { ...notice, plan_name: notice.plan.name },
        { furtherPrice: furtherPriceText(notice.plan.prices, notice), publicUrl },
      ),
    recipientsOf: ({ recipients }) => recipients,
    idOf,
    record: (notice, next) => recordNoticeMail(db, notice, next),
  });
}
