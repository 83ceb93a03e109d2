import { createHmac, timingSafeEqual } from 'node:crypto';
import { open } from 'node:fs/promises';
import { DAY } from '../../contract/constants/time';
import type { Clock } from './clock';

/** Addresses of images: random names with signatures that stay the same for a day, so that browsers can cache them. */
export interface Files {
  /** Returns the address of an image, or null without a key. */
  imageUrl(key: string | null): string | null;
  /** Returns whether a day's signature matches the key; yesterday's still counts. */
  isSigned(key: string, day: string, signature: string): boolean;
  /** Signs any text. The signature never expires, so the text must hold its own expiry. */
  sign(text: string): string;
  /** Returns whether `sign` made the signature of that text. */
  isSignatureOf(text: string, signature: string): boolean;
}

const SIGNATURE_LENGTH = 22;

const dayOf = (instant: number): string => String(Math.floor(instant / DAY));

/** Compares two signatures in constant time. */
const isSame = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Signs image addresses with `secret`; a day is a UTC day counted from 1970. */
export const createFiles = ({ secret, clock }: { secret: string; clock: Clock }): Files => {
  const hash = (text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
  const sign = (key: string, day: string) => hash(`${day}/${key}`);
  // The signed text of an image begins with a number, so the two kinds cannot be confused.
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

/**
 * Waits until a folder's names are on the disk: after a power cut a created or renamed file may be missing although
 * its bytes are stored. fsync(2).
 */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
