// Scripts that `npm start` runs without a compiler, and that the journeys use too.
declare module '*/scripts/support/parts.mjs' {
  export const ROOT: string;
  export const ensureBuilt: (...parts: ('web' | 'server')[]) => void;
}

declare module '*/scripts/support/serverProcess.mjs' {
  import type { ChildProcess } from 'node:child_process';

  export const freePort: () => Promise<number>;
  export const stopProcess: (child: ChildProcess) => Promise<void>;
}
