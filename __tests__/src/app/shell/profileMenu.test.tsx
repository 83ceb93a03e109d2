import { screen, waitFor } from '@testing-library/react';
import { ProfileMenu } from '../../../../src/app/shell/ProfileMenu';
import { aUser } from '../../../support/builders';
import { renderScreen } from '../../../support/renderScreen';

const user = aUser();
const button = () => screen.getByRole('button', { name: `Account menu for ${user.firstName} ${user.lastName}` });
const show = () => renderScreen(<ProfileMenu user={user} />, { path: '/', at: '/', user });

test('announces its menu before the menu has loaded', async () => {
  await show();
  expect(button()).toHaveAttribute('aria-haspopup', 'menu');
  expect(button()).toHaveAttribute('aria-expanded', 'false');
});

test.each(['{Enter}', ' ', '{ArrowDown}'])('opens with the key %j and returns the focus', async (key) => {
  const { person: mouse } = await show();
  button().focus();
  await mouse.keyboard(key);
  const menu = await screen.findByRole('menu');
  expect(menu).toContainElement(screen.getByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await mouse.keyboard('{Escape}');
  await waitFor(() => expect(button()).toHaveFocus());
  await mouse.keyboard('{Enter}');
  expect(await screen.findByRole('menu')).toBeVisible();
});

test('opens with the pointer', async () => {
  const { person: mouse } = await show();
  await mouse.click(button());
  expect(await screen.findByRole('menuitemradio', { name: 'Türkçe' })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Your page' })).toHaveAttribute('href', '/page');
  expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings');
});
