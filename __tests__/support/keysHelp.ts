import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Presses `?` until the list of keys, which loads after the page, is open. Returns its dialog. */
export const openKeysHelp = (person: UserEvent): Promise<HTMLElement> =>
  waitFor(async () => {
    await person.keyboard('?');
    return screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
  });
