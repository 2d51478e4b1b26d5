/**
 * How many due events does each line get from the next claim?
 *
 * A line is what waits in the database for one connection, or for one group of its deliveries. Turns are fair: all
 * lines get the same, and what one cannot use goes to the others. Lines that lead to the same destination share its
 * room. When there are more lines than places, the later ones in the list wait; the caller rotates it.
 */

export interface WaitingLine {
  connectionKey: string;
  /** Null: the connection's events that were created without groups. */
  group: string | null;
}

export interface DueLine extends WaitingLine {
  destinationKey: string;
  /** The most events that the group may take. */
  most: number;
}

export interface ClaimShare extends DueLine {
  count: number;
}

/** The key of a connection always has this many characters. */
const KEY_CHARACTERS = 36;

/** The line as one text, the form in which processes announce it to each other. */
export function lineText({ connectionKey, group }: WaitingLine): string {
  return group === null ? connectionKey : `${connectionKey} ${group}`;
}

export function lineOf(text: string): WaitingLine {
  const hasGroup = text.length > KEY_CHARACTERS;
  return {
    connectionKey: text.slice(0, KEY_CHARACTERS),
    group: hasGroup ? text.slice(KEY_CHARACTERS + 1) : null,
  };
}

export function shareOut(
  due: readonly DueLine[],
  places: number,
  roomOf: (due: DueLine) => number,
): ClaimShare[] {
  const rooms = new Map<string, { room: number; sharers: number }>();
  const shares: ClaimShare[] = [];
  for (const one of due) if (one.most > 0) shares.push({ ...one, count: 0 });
  for (const one of shares) {
    const known = rooms.get(one.destinationKey);
    if (known) known.sharers++;
    else rooms.set(one.destinationKey, { room: roomOf(one), sharers: 1 });
  }
  let left = places;
  let hungry = shares;
  while (left > 0 && hungry.length > 0) {
    const turn = Math.max(1, Math.floor(left / hungry.length));
    const stillHungry: ClaimShare[] = [];
    for (const share of hungry) {
      const queue = rooms.get(share.destinationKey);
      if (!queue) continue;
      const given = Math.min(turn, Math.ceil(queue.room / queue.sharers), left, share.most - share.count);
      share.count += given;
      queue.room -= given;
      left -= given;
      if (queue.room > 0 && share.count < share.most) stillHungry.push(share);
    }
    hungry = stillHungry;
  }
  return shares.filter((share) => share.count > 0);
}
