// Scripts without types that journeys and their settings use.
declare module '*/scripts/support/parts.mjs' {
  export const ROOT: string;
  export const ensureBuilt: (...parts: ('web' | 'server')[]) => void;
}

declare module '*/scripts/support/serverProcess.mjs' {
  import type { ChildProcess } from 'node:child_process';

  export const freePort: () => Promise<number>;
  export const stopProcess: (child: ChildProcess) => Promise<void>;
}

declare module '*/__tests__/support/longestFirst.mjs' {
  export const drawOf: (path: string, seed: string) => number;
}

declare module '*/shiftedClock.mjs' {
  export const NOON: string;
  export const shiftDate: (milliseconds: number) => void;
  export const shiftedProgram: (milliseconds: number) => string;
}
