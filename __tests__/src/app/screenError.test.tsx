import { act, fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { MemoryRouter } from 'react-router-dom';
import messages from '../../../i18n/en.json';
import { ScreenBoundary } from '../../../src/app/routeObjects';
import { reloadPage } from '../../../src/lib/browser';

jest.mock('../../../src/lib/browser', () => ({
  ...jest.requireActual<object>('../../../src/lib/browser'),
  reloadPage: jest.fn(),
}));
beforeEach(() => jest.mocked(reloadPage).mockClear());

/** Opens a page that crashes with this error. */
const show = (name: string, isOnline: boolean) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const Page = () => {
    throw Object.assign(new Error('Loading chunk 7 failed.'), { name });
  };
  render(
    <IntlProvider locale="en" messages={messages}>
      <MemoryRouter>
        <ScreenBoundary>
          <Page />
        </ScreenBoundary>
      </MemoryRouter>
    </IntlProvider>,
  );
};
const comeOnline = () => act(() => void dispatchEvent(new Event('online')));

test('a page that could not load offline says so, and loads anew once there is a connection', () => {
  show('ChunkLoadError', false);
  expect(screen.getByRole('heading', { name: 'No connection' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(reloadPage).not.toHaveBeenCalled();
  comeOnline();
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test('a part that could not load although the device believes that it is online can be tried again', () => {
  show('ChunkLoadError', true);
  expect(screen.getByRole('heading', { name: 'No connection' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test.each([true, false])('a page that crashed offers to try again; online: %s', (isOnline) => {
  show('TypeError', isOnline);
  expect(screen.getByRole('heading', { name: messages['errorPage.title'] })).toBeVisible();
  comeOnline();
  expect(reloadPage).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reloadPage).toHaveBeenCalledTimes(1);
});
