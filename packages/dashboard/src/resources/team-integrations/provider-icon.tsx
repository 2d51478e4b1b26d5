/**
 * The picture that stands for a provider: the brand's icon in the colour of the text. Those whose mark the build does not
 * have (`brand-icons.ts`) get a drawing. What is around it sets the size.
 */
import type { Provider } from "@posthorn/contract/team-integrations";
import { SPRITE_URL } from "virtual:provider-icons";
import { CHANNEL_WORDS } from "../issue-triggers/channel-words.ts";

export function ProviderIcon({ provider }: { provider: Provider | "email" }) {
  if (provider === "email" || provider === "slack" || provider === "microsoft_teams") {
    const { icon: Icon } = CHANNEL_WORDS[provider];
    return <Icon aria-hidden />;
  }
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor">
      <use href={`${SPRITE_URL}#${provider}`} />
    </svg>
  );
}
