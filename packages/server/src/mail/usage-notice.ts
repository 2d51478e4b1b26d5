/** The mail that says how near an organization is to the events that its plan includes, and what happens beyond. */
import type { OverLimit } from "@posthorn/contract/plans";
import type { Letter } from "./letter.ts";

interface MailedUsage {
  organization_name: string;
  plan_name: string;
  events: number;
  max_requests: number;
  over_limit: OverLimit;
  period_end: string;
}

const number = (count: number) => count.toLocaleString("en-US");

function whatFollows(
  { events, max_requests, over_limit }: MailedUsage,
  { furtherPrice, day }: { furtherPrice: string; day: string },
): string {
  if (over_limit === "accept") return `Posthorn accepts more. ${furtherPrice}`.trim();
  return events < max_requests
    ? `Once all of them are used, requests are rejected with 429, and the projects are locked until ${day} or until an admin chooses a larger plan.`
    : `Requests are rejected with 429, and the projects are locked, until ${day} or until an admin chooses a larger plan. Events that were accepted are still delivered.`;
}

/** `furtherPrice` is a sentence, or empty. */
export function usageNoticeLetter(
  usage: MailedUsage,
  { furtherPrice, publicUrl }: { furtherPrice: string; publicUrl: string },
): Letter {
  const { events, max_requests, period_end } = usage;
  const [organization, plan] = [usage.organization_name, usage.plan_name].map((name) =>
    name.replaceAll(/\s+/g, " ").trim(),
  );
  const percent = Math.floor((events * 100) / max_requests);
  const day = period_end.slice(0, "1970-01-31".length);
  return {
    title: `${organization} has used ${number(percent)} % of its events`,
    lines: [
      `${number(events)} of the ${number(max_requests)} events are used that the ${plan} plan includes in this period. The next period begins on ${day}, at 00:00 UTC.`,
      whatFollows(usage, { furtherPrice, day }),
    ],
    link: { label: "View plans", url: `${publicUrl}/settings/organization/plans?highlight=events` },
    reason: `You get this mail because you are the owner or an admin of ${organization}, or because your address is its billing email.`,
  };
}
