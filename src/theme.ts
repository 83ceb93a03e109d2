import { readStoredTheme, showTheme } from './lib/theme';

// The build inlines this script into the head of index.html, so that the first paint has the chosen colours.
showTheme(readStoredTheme((key) => localStorage.getItem(key)));
