/**
 * Which costly match is next?
 *
 * Projects take turns, and a turn is a number of steps: a project that asks for many matches, or for very costly ones,
 * waits for itself. Within a project matches are decided in the order they came, so those of one request follow each
 * other and share what was read of it.
 */
import { STEPS_PER_MATCH } from "@posthorn/contract/filter/budget";

/** The costliest match is a turn by itself. A project without costly matches waits for one turn of each other project. */
const STEPS_PER_TURN = STEPS_PER_MATCH;

export interface FilterTurns<Match extends { teamKey: string }> {
  add: (match: Match) => void;
  /** Puts back a match that was taken but not decided. It is the next of its project. */
  putBack: (match: Match) => void;
  take: () => Match | null;
  /** A match that was taken has cost this much. */
  spent: (match: Match, steps: number) => void;
  clear: () => Match[];
}

interface Line<Match> {
  waiting: Match[];
  /** What the project has used of its turn. */
  used: number;
}

export function createFilterTurns<Match extends { teamKey: string }>(): FilterTurns<Match> {
  /** In the order of their turns; the first has its turn now. */
  const lines = new Map<string, Line<Match>>();

  function lineOf(teamKey: string): Line<Match> {
    const line = lines.get(teamKey) ?? { waiting: [], used: 0 };
    lines.set(teamKey, line);
    return line;
  }

  return {
    add: (match) => void lineOf(match.teamKey).waiting.push(match),
    putBack: (match) => void lineOf(match.teamKey).waiting.unshift(match),
    take() {
      for (const [teamKey, { waiting }] of lines) {
        const match = waiting.shift();
        if (match) return match;
        lines.delete(teamKey); // it had its turn, and has asked for nothing since
      }
      return null;
    },
    spent({ teamKey }, steps) {
      const line = lines.get(teamKey);
      if (!line) return;
      line.used += steps;
      if (line.used < STEPS_PER_TURN) return;
      line.used = 0;
      lines.delete(teamKey);
      if (line.waiting.length > 0) lines.set(teamKey, line);
    },
    clear() {
      const left = [...lines.values()].flatMap(({ waiting }) => waiting);
      lines.clear();
      return left;
    },
  };
}
