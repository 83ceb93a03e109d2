/** Declares the used part; the package has no types. */
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on a whole open file; returns false when another open file description holds one. */
  export const tryLock: (fd: number) => boolean;
}
