/**
 * Which filters did a person use of late? The newest first, each once, at most twenty for a list.
 *
 * A person who ticks three values one after the other means one filter: the steps on the way are not kept.
 */
export interface RecentFilter {
  /** The filter's name in the address. */
  name: string;
  value: unknown;
}

export const RECENT_FILTERS_AT_MOST = 20;

function isStepTo(next: RecentFilter, step: RecentFilter): boolean {
  if (step.name !== next.name || !Array.isArray(step.value) || !Array.isArray(next.value)) return false;
  const reached: readonly unknown[] = next.value;
  return step.value.every((value) => reached.includes(value));
}

export function withRecent(recent: readonly RecentFilter[], used: RecentFilter): RecentFilter[] {
  const [last, ...older] = recent;
  const kept = last && isStepTo(used, last) ? older : recent;
  const text = JSON.stringify(used.value);
  const others = kept.filter(({ name, value }) => name !== used.name || JSON.stringify(value) !== text);
  return [used, ...others].slice(0, RECENT_FILTERS_AT_MOST);
}
