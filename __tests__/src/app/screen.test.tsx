import { render, screen as page } from '@testing-library/react';
import { startTransition, Suspense, useState } from 'react';
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

test('one that was not is waited for, and does not begin anew when it is there', async () => {
  const Screen = screen(async () => Page);
  let show: () => void = () => undefined;
  const App = () => {
    const [isOn, setOn] = useState(false);
    show = () => setOn(true);
    return <Suspense fallback={waiting}>{isOn ? <Screen /> : <p>before</p>}</Suspense>;
  };
  const { rerender } = render(<App />);
  // As the router goes on: what was there stays until the screen has come. Outside of act, which would draw it in one piece.
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  react.IS_REACT_ACT_ENVIRONMENT = false;
  startTransition(() => show());
  react.IS_REACT_ACT_ENVIRONMENT = true;
  const button = await page.findByText('the page');
  rerender(<App />);
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
