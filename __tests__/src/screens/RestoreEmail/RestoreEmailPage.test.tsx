import { screen, waitFor } from '@testing-library/react';
import { RestoreEmailPage } from '../../../../src/screens/RestoreEmail/RestoreEmailPage';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

const PATH = '/user/restore-email/:code';
const used = () => anApiError(400, 'invalidToken');

const open = (api = fakeApi(), user: ReturnType<typeof aUser> | null = null) => {
  api.on('GET', PATH, ok({ email: 'old@demo.test' }));
  return renderScreen(<RestoreEmailPage />, {
    api,
    user,
    path: '/restore-email/:restoreCode',
    at: '/restore-email/abc',
  });
};
const button = () => screen.findByRole('button', { name: 'Restore this email' });

test.each([
  ['a guest', null],
  ['a user', aUser()],
])(
  '%s restores the email: announces the result, focuses the heading, and leaves by a full page load',
  async (_name, user) => {
    const { person, router } = await open(fakeApi().on('POST', PATH, ok(null)), user);
    await button();
    const status = screen.getByRole('status');
    expect(status).toBeEmptyDOMElement();
    await person.click(await button());
    await waitFor(() => expect(status).toHaveTextContent('Your email is restored.'));
    expect(screen.getByRole('status')).toBe(status);
    expect(screen.getByRole('heading', { name: 'Restore your email' })).toHaveFocus();
    const home = screen.getByRole('link', { name: 'Back to home' });
    const stop = jest.fn((event: Event) => event.preventDefault());
    window.addEventListener('click', stop, { once: true });
    await person.click(home);
    // The router left the click to the browser.
    expect(stop).toHaveBeenCalledTimes(1);
    expect(router.state.location.pathname).toBe('/restore-email/abc');
  },
);

test.each([
  ['no answer', noAnswer()],
  ['an answer of a gateway', anApiError(502)],
])('%s, then a refusal of the used link: the email was restored', async (_name, lost) => {
  const api = fakeApi().on('POST', PATH, lost);
  const { person } = await open(api);
  await person.click(await button());
  await screen.findByRole('alert');
  api.on('POST', PATH, used());
  await person.click(await button());
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Your email is restored.'));
});

test.each([
  ['at once', []],
  ['after a refusal for another reason', [anApiError(429, 'error.too_many_requests')]],
])('a link that is refused %s shows as expired', async (_name, before) => {
  const answers = [...before, used()];
  const { person } = await open(fakeApi().on('POST', PATH, () => answers.shift()!));
  for (let press = 0; press <= before.length; press += 1) await person.click(await button());
  const heading = await screen.findByRole('heading', { name: 'This link no longer works' });
  await waitFor(() => expect(heading).toHaveFocus());
});

test('a link that the first check refuses shows as expired', async () => {
  const api = fakeApi();
  const view = open(api);
  api.on('GET', PATH, used());
  await view;
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
