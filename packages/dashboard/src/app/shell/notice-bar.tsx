/**
 * Bars above the page: the alarms of the product, what the operator tells everybody, and that the product is not ready.
 *
 * A person can dismiss a notice. The browser remembers the text, so another one shows again. The server sends alarms to
 * admins only; an alarm stays until it ends.
 */
import type { Alarm } from "@posthorn/contract/notice";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { noticeQuery } from "../../resources/session/session-queries.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { later } from "../../ui/later.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { PageBar } from "./page-bar.tsx";

const AlarmBar = later(() => import("./alarm-bar.tsx")).component(
  (loaded) => loaded.AlarmBar,
  undefined,
  WordlessAlarm,
);

/** The words of an alarm could not be loaded. */
function WordlessAlarm({ name }: Alarm) {
  return (
    <PageBar icon={TriangleAlert} iconClass="text-bad">
      Posthorn has an alarm: {name}. See the log.
    </PageBar>
  );
}

export function NoticeBar() {
  const told = useQuery(noticeQuery).data;
  const dismissed = usePreferences((preferences) => preferences.dismissed_notice);
  if (!told) return null;
  const { notice, alarms } = told;
  return (
    <>
      {alarms.map((alarm) => (
        <AlarmBar key={alarm.name} {...alarm} />
      ))}
      {notice === null || notice.text === dismissed ? null : <DismissibleBar {...notice} />}
    </>
  );
}

function DismissibleBar({ text, url }: { text: string; url: string | null }) {
  return (
    <PageBar
      icon={TriangleAlert}
      iconClass="text-wait"
      action={
        <IconButton
          label="Dismiss"
          icon={<X />}
          onClick={() => changePreferences((preferences) => ({ ...preferences, dismissed_notice: text }))}
        />
      }
    >
      {text}
      {url === null ? null : (
        <>
          {" "}
          <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
            Status page
          </a>
        </>
      )}
    </PageBar>
  );
}
