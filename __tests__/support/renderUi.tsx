import type { ReactElement } from 'react';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { MemoryRouter } from 'react-router-dom';
import messages from '../../i18n/en.json';

/** Renders a shared component in English with a router. */
export const renderUi = (element: ReactElement) => ({
  user: userEvent.setup({ delay: null }),
  ...render(element, {
    wrapper: ({ children }) => (
      <IntlProvider locale="en" messages={messages}>
        <MemoryRouter>{children}</MemoryRouter>
      </IntlProvider>
    ),
  }),
});
