/** The part that is used; the package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on the whole of an open file; false when another open file description holds one. */
  export const tryLock: (fd: number) => boolean;
}
