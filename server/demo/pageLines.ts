import { renderUnicodeCompact } from 'uqr';

/** White modules are drawn, black ones are left out; a camera needs both whatever the theme of the terminal is. */
const COLOURS = '\u001b[38;5;231;48;5;16m';
const RESET = '\u001b[0m';

/** Returns what the start says about a public page: its address, and its code to scan where a person reads it. */
export const pageLines = (url: string, isTerminal: boolean): string[] => [
  `A branch's public page, where people apply: ${url}`,
  ...(isTerminal
    ? renderUnicodeCompact(url, { border: 2 })
        .split('\n')
        .map((line) => `${COLOURS}${line}${RESET}`)
    : []),
];
