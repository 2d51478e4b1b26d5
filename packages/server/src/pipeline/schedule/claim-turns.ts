/**
 * How many due events does each connection get from the next claim?
 *
 * Fair turns: all get the same, and what one cannot use goes to the others. A destination's room is shared
 * by the connections that lead to it. When there are more connections than places, those later in the list
 * wait; the caller rotates it.
 */

export interface DueConnection {
  connectionKey: string;
  destinationKey: string;
}

export interface ClaimShare extends DueConnection {
  count: number;
}

export function shareOut(
  due: readonly DueConnection[],
  places: number,
  roomOf: (due: DueConnection) => number,
): ClaimShare[] {
  const rooms = new Map<string, { room: number; sharers: number }>();
  for (const one of due) {
    const known = rooms.get(one.destinationKey);
    if (known) known.sharers++;
    else rooms.set(one.destinationKey, { room: roomOf(one), sharers: 1 });
  }
  const shares = due.map((one) => ({ ...one, count: 0 }));
  let left = places;
  let hungry = shares;
  while (left > 0 && hungry.length > 0) {
    const turn = Math.max(1, Math.floor(left / hungry.length));
    const stillHungry: ClaimShare[] = [];
    for (const share of hungry) {
      const lane = rooms.get(share.destinationKey);
      if (!lane) continue;
      const given = Math.min(turn, Math.ceil(lane.room / lane.sharers), left);
      share.count += given;
      lane.room -= given;
      left -= given;
      if (lane.room > 0) stillHungry.push(share);
    }
    hungry = stillHungry;
  }
  return shares.filter((share) => share.count > 0);
}
