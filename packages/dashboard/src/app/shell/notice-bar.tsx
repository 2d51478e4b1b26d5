/**
 * A bar above the page: what the operator tells everybody, or that the product is not ready.
 *
 * A person can dismiss it. The browser remembers the text, so another one shows again.
 */
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { noticeQuery } from "../../resources/session/session-queries.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { linkClass } from "../../ui/link-class.ts";

export function NoticeBar() {
  const notice = useQuery(noticeQuery).data?.notice ?? null;
  const dismissed = usePreferences((preferences) => preferences.dismissed_notice);
  if (notice === null || notice.text === dismissed) return null;
  const { text, url } = notice;
  return (
    <output className="flex shrink-0 items-start gap-2.5 border-b border-line bg-surface py-1.5 pr-2 pl-5 text-sm max-md:pl-3">
      <TriangleAlert aria-hidden className="mt-2 size-4 shrink-0 text-wait" />
      <p className="min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">
        {text}
        {url === null ? null : (
          <>
            {" "}
            <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
              Status page
            </a>
          </>
        )}
      </p>
      <IconButton
        label="Dismiss"
        icon={<X />}
        onClick={() => changePreferences((preferences) => ({ ...preferences, dismissed_notice: text }))}
      />
    </output>
  );
}
