/** Which two events are compared, and in which order? Pure. */

/** Why this text is not the id of another event; undefined if it is one. */
export function whyNotComparable(text: string, eventId: string): string | undefined {
  if (!/^evt_[0-9A-Za-z]+$/.test(text)) return "Enter the ID of an event. It begins with evt_";
  return text === eventId ? "Enter the ID of another event" : undefined;
}

/** The older one comes first: ids sort by time. */
export function inOrder(a: string, b: string): { beforeId: string; afterId: string } {
  return a < b ? { beforeId: a, afterId: b } : { beforeId: b, afterId: a };
}
