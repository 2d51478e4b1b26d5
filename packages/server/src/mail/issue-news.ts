/**
 * The mail about issues. What it says about them is the same in every channel; this adds why the reader gets it, and where
 * that can be changed.
 */
import type { Letter } from "./letter.ts";

export function issueNewsLetter(
  news: Pick<Letter, "title" | "lines" | "link">,
  { publicUrl }: { publicUrl: string },
): Letter {
  return {
    ...news,
    reason: "Issue triggers send this mail to everybody who may enter the project.",
    unsubscribe: {
      label: "Change which triggers send mail",
      url: `${publicUrl}/settings/project/integrations/email/configure`,
    },
  };
}
