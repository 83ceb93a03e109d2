import { act, render, screen as page } from '@testing-library/react';
import { Component, startTransition, Suspense, useState, type ReactNode } from 'react';
import { screen } from '../../../src/app/routes';

const Page = () => <button>{useState('the page')[0]}</button>;
const waiting = <p>waiting</p>;

test('a preloaded screen renders immediately and loads only once', async () => {
  const load = jest.fn(async () => Page);
  const Screen = screen(load);
  await Screen.preload();
  render(
    <Suspense fallback={waiting}>
      <Screen />
    </Suspense>,
  );
  // Synchronously: the test awaits nothing here.
  expect(page.getByText('the page')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a screen that was not preloaded suspends, and keeps its state once it has loaded', async () => {
  const Screen = screen(async () => Page);
  let show: () => void = () => undefined;
  const App = () => {
    const [isOn, setOn] = useState(false);
    show = () => setOn(true);
    return <Suspense fallback={waiting}>{isOn ? <Screen /> : <p>before</p>}</Suspense>;
  };
  const { rerender } = render(<App />);
  // The router navigates in a transition: the old content stays until the screen has loaded. `act` would render it in
  // one step.
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  react.IS_REACT_ACT_ENVIRONMENT = false;
  startTransition(() => show());
  react.IS_REACT_ACT_ENVIRONMENT = true;
  const button = await page.findByText('the page');
  rerender(<App />);
  expect(page.getByText('the page')).toBe(button);
});

test('a failed load is tried again', async () => {
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

class Boundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = () => ({ isBroken: true });
  override state = { isBroken: false };
  override render = () => (this.state.isBroken ? <p>broken</p> : this.props.children);
}

test('a screen that failed without a connection loads again once there is one, not before', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = jest.fn(async () => Page).mockRejectedValueOnce(new Error('offline'));
  const Screen = screen(load);
  const show = (visit: number) => (
    <Boundary key={visit}>
      <Suspense fallback={waiting}>
        <Screen />
      </Suspense>
    </Boundary>
  );
  const { rerender } = render(show(1));
  expect(await page.findByText('broken')).toBeInTheDocument();
  rerender(show(2));
  expect(await page.findByText('broken')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
  act(() => void dispatchEvent(new Event('online')));
  rerender(show(3));
  expect(await page.findByText('the page')).toBeInTheDocument();
});
