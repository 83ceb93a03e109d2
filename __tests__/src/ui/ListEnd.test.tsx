import { screen } from '@testing-library/react';
import { ListEnd } from '../../../src/ui/ListEnd';
import { renderScreen } from '../../support/renderScreen';

const inSight: (() => void)[] = [];
class Observer {
  constructor(private readonly told: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    inSight.push(() => this.told([{ isIntersecting: true }]));
  }
  disconnect() {
    inSight.length = 0;
  }
}

beforeEach(() => {
  inSight.length = 0;
  Object.assign(globalThis, { IntersectionObserver: Observer });
});
afterEach(() => {
  delete (globalThis as { IntersectionObserver?: unknown }).IntersectionObserver;
});

const failure = { kind: 'network', key: 'error.network', requestId: null } as const;

test('loads more when the end comes near', async () => {
  const onMore = jest.fn();
  await renderScreen(<ListEnd more={{ status: 'init' }} hasMore distance={5} onMore={onMore} />);
  inSight.forEach((tell) => tell());
  expect(onMore).toHaveBeenCalledTimes(1);
});

test.each([
  ['at the end', { status: 'loaded' } as const, false],
  ['while it loads', { status: 'loading' } as const, true],
  ['after a failure', { status: 'failed', error: failure } as const, true],
])('%s loads nothing automatically', async (_name, more, hasMore) => {
  await renderScreen(<ListEnd more={more} hasMore={hasMore} distance={5} onMore={jest.fn()} />);
  expect(inSight).toHaveLength(0);
});

test('shows a failure and loads again on its button', async () => {
  const onMore = jest.fn();
  const { person } = await renderScreen(
    <ListEnd more={{ status: 'failed', error: failure }} hasMore distance={5} onMore={onMore} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t load the rest.');
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onMore).toHaveBeenCalledTimes(1);
});
