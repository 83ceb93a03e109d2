import type { FocusEvent } from 'react';

/**
 * Scrolls a line of controls sideways to the one that the keyboard focuses; the browser leaves a partly visible one where
 * it is. A pressed control stays, because it would slip away before the release.
 */
export const showFocused = ({ target }: FocusEvent): void => {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};
