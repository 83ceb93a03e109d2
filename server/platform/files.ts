import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock';

/** Where images come from: random names behind signatures that are the same for a whole day, so browsers can cache. */
export interface Files {
  /** The address of an image, or null where there is none. */
  imageUrl(key: string | null): string | null;
  /** Whether the signature of a day belongs to the key; yesterday's still counts. */
  isSigned(key: string, day: string, signature: string): boolean;
}

const DAY = 86_400_000;
const SIGNATURE_LENGTH = 22;

const dayOf = (instant: number): string => String(Math.floor(instant / DAY));

/** Signs image addresses with `secret`; a day is a UTC day counted from 1970. */
export const createFiles = ({ secret, clock }: { secret: string; clock: Clock }): Files => {
  const sign = (key: string, day: string) =>
    createHmac('sha256', secret).update(`${day}/${key}`).digest('base64url').slice(0, SIGNATURE_LENGTH);
  return {
    imageUrl: (key) => {
      if (key === null) return null;
      const day = dayOf(clock.now().getTime());
      return `/files/${key}?d=${day}&s=${sign(key, day)}`;
    },
    isSigned: (key, day, signature) => {
      const now = clock.now().getTime();
      if (day !== dayOf(now) && day !== dayOf(now - DAY)) return false;
      const expected = Buffer.from(sign(key, day));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
};
