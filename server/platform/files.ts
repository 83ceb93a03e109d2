import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock';

/** Where images come from: random names behind signatures that are the same for a whole day, so browsers can cache. */
export interface Files {
  /** The address of an image, or null where there is none. */
  imageUrl(key: string | null): string | null;
  /** Whether the signature of a day belongs to the key; yesterday's still counts. */
  isSigned(key: string, day: string, signature: string): boolean;
  /** A signature over any text, for as long as the secret lives; when it ends must be in the text. */
  sign(text: string): string;
  /** Whether `sign` made the signature of that text. */
  isSignatureOf(text: string, signature: string): boolean;
}

const DAY = 86_400_000;
const SIGNATURE_LENGTH = 22;

const dayOf = (instant: number): string => String(Math.floor(instant / DAY));

/** Compares without telling by time where the two differ. */
const isSame = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Signs image addresses with `secret`; a day is a UTC day counted from 1970. */
export const createFiles = ({ secret, clock }: { secret: string; clock: Clock }): Files => {
  const hash = (text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
  const sign = (key: string, day: string) => hash(`${day}/${key}`);
  // An image's text begins with a number: no other text is mistaken for one.
  const signText = (text: string) => hash(`text/${text}`);
  return {
    imageUrl: (key) => {
      if (key === null) return null;
      const day = dayOf(clock.now().getTime());
      return `/files/${key}?d=${day}&s=${sign(key, day)}`;
    },
    isSigned: (key, day, signature) => {
      const now = clock.now().getTime();
      if (day !== dayOf(now) && day !== dayOf(now - DAY)) return false;
      return isSame(sign(key, day), signature);
    },
    sign: signText,
    isSignatureOf: (text, signature) => isSame(signText(text), signature),
  };
};
