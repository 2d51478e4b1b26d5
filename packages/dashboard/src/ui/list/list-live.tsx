/**
 * What does the bar of a live list say? Whether its rows are up to date, and how many wait. On a later page, which is not
 * live, it leads back to the first one.
 */
import { Button } from "../button.tsx";
import { LiveState } from "../live-state.tsx";
import { useOnline } from "../use-online.ts";
import type { HeldList, LiveRow } from "./held-list.ts";
import { WaitingButton } from "./waiting-button.tsx";

export interface ListLiveProps {
  /** Only the first page is live. */
  isFirst: boolean;
  everySeconds: number;
  /** Null until the first answer. */
  list: Pick<HeldList<LiveRow>, "waiting" | "isGap"> | null;
  isReconnecting: boolean;
  /** When the last answer came. */
  answeredAt: Date | undefined;
  onReload: () => void;
  onShowWaiting: (isByKeyboard: boolean) => void;
  onFirst: () => void;
}

export function ListLive(props: ListLiveProps) {
  const { isFirst, everySeconds, list, isReconnecting, answeredAt, onReload, onShowWaiting, onFirst } = props;
  const isOnline = useOnline();
  if (!isFirst)
    return (
      <Button size="sm" onClick={onFirst}>
        Back to live
      </Button>
    );
  const cutOff = isOnline ? "reconnecting" : "offline";
  const state = isReconnecting ? cutOff : list && list.waiting > 0 ? "held" : "live";
  return (
    <span className="relative inline-flex">
      {/* Outside of the line, so that nothing moves when it appears. The bar is free to its left. */}
      {list ? (
        <span className="absolute top-1/2 right-full mr-3 -translate-y-1/2">
          <WaitingButton list={list} place="bar" onShow={onShowWaiting} />
        </span>
      ) : null}
      <LiveState state={state} everySeconds={everySeconds} answeredAt={answeredAt} onRetry={onReload} />
    </span>
  );
}
