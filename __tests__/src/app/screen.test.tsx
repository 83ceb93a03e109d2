import { act, render, screen as page } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { screen } from '../../../src/app/screen';

const Page = () => <button>{useState('the page')[0]}</button>;
const waiting = <p>waiting</p>;

test('a screen that was fetched before is drawn at once, and asked for once', async () => {
  const load = jest.fn(async () => Page);
  const Screen = screen(load);
  await Screen.preload();
  render(
    <Suspense fallback={waiting}>
      <Screen />
    </Suspense>,
  );
  // Not a moment later: nothing is awaited here.
  expect(page.getByText('the page')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('one that was not is waited for, and stays the same when it is drawn anew', async () => {
  const Screen = screen(async () => Page);
  const tree = () => (
    <Suspense fallback={waiting}>
      <Screen />
    </Suspense>
  );
  const { rerender } = render(tree());
  expect(page.getByText('waiting')).toBeInTheDocument();
  await act(async () => undefined);
  const button = page.getByText('the page');
  rerender(tree());
  expect(page.getByText('the page')).toBe(button);
});

test('what did not arrive is asked for again', async () => {
  const load = jest.fn(async () => Page).mockRejectedValueOnce(new Error('offline'));
  const Screen = screen(load);
  await expect(Screen.preload()).rejects.toThrow('offline');
  render(
    <Suspense fallback={waiting}>
      <Screen />
    </Suspense>,
  );
  expect(await page.findByText('the page')).toBeInTheDocument();
});
