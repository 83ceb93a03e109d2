import {
  dueFrom,
  keptNeed,
  lapses,
  NEED_KINDS,
  NEED_STATES,
  needStateOf,
  openSince,
  type NeedKind,
  type NeedState,
} from '../../../contract/rules/need';
import type { Need } from '../../../contract/schemas/today';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor';

/** A row's position in the order of needs: the number of its segment, when it becomes due, and its id. */
interface NeedPosition {
  place: number;
  dueFrom: Date;
  id: number;
}

/** Where the next page continues. `now` is that of the first page, so that no row changes its segment between pages. */
export interface NeedCursor extends NeedPosition {
  now: Date;
}

/** The rows of one kind in one state: due after `above`, up to `upTo` (null: any time), and not lapsed if `isOpen`. */
interface NeedSegment {
  place: number;
  kind: NeedKind;
  above: Date | null;
  upTo: Date | null;
  isOpen: boolean | null;
}

const placeOf = (kind: NeedKind, state: NeedState): number =>
  NEED_STATES.indexOf(state) * NEED_KINDS.length + NEED_KINDS.indexOf(kind);

const segmentOf = (kind: NeedKind, state: NeedState, now: Date): NeedSegment | null => {
  const segment = { place: placeOf(kind, state), kind, above: null, upTo: null, isOpen: null };
  if (state === 'coming') return { ...segment, above: now };
  if (state === 'lapsed') return lapses(kind) ? { ...segment, upTo: now, isOpen: false } : null;
  if (!lapses(kind)) return { ...segment, upTo: now };
  return { ...segment, above: new Date(openSince(now.getTime())), upTo: now, isOpen: true };
};

/** Returns the segments of a list in their order. */
export const segmentsOf = (kinds: readonly NeedKind[], state: NeedState | undefined, now: Date): NeedSegment[] =>
  NEED_STATES.filter((one) => state === undefined || one === state).flatMap((one) =>
    kinds.flatMap((kind) => segmentOf(kind, one, now) ?? []),
  );

/** Returns the position of a row of the list. */
export const positionOf = (id: number, need: Need, now: Date): NeedPosition => {
  const kept = keptNeed(need);
  return { place: placeOf(kept.kind, needStateOf(kept, now.getTime())), dueFrom: new Date(dueFrom(kept)), id };
};

/** Returns a cursor as text. */
export const writeCursor = ({ now, place, dueFrom: at, id }: NeedCursor): string =>
  encodeCursor([now.getTime(), place, at.getTime(), id]);

/** The server writes no cursor with a later time. */
const LAST_TIME = Date.parse('9000-01-01');

/** Parses a cursor. Returns undefined for a text that no list wrote. */
export const readCursor = (text: string): NeedCursor | undefined => {
  const [now = NaN, place = NaN, at = NaN, id = NaN] = decodeCursor(text, 4) ?? [];
  const isOurs = now < LAST_TIME && at < LAST_TIME;
  return isOurs ? { now: new Date(now), place, dueFrom: new Date(at), id } : undefined;
};
