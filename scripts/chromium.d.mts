/** Flags under which the packaged and Debian's Chromium both run. */
export const CHROMIUM_ARGS: string[];
/** The path of a Chromium that runs here; exits with one line and code 1 when there is none. */
export function findChromium(): Promise<string>;
