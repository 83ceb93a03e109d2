import { useState } from 'react';
import { screen } from '@testing-library/react';
import { ListEnd } from '../../../src/ui/ListEnd';
import { LoadState, type LoadLike } from '../../../src/ui/LoadState';
import { renderScreen } from '../../support/renderScreen';

const error = { kind: 'network', key: 'network.no_answer', requestId: null } as const;

test.each([
  ['paged list', { load: { status: 'loaded' }, refresh: { status: 'failed', error } }],
  ['whole list', { load: { status: 'loaded', refreshError: error } }],
] as const)('a failed refresh of a %s keeps the content, shows an error and offers another try', async (_, loads) => {
  const onRetry = jest.fn();
  const { person } = await renderScreen(
    <LoadState {...loads} skeleton={null} onRetry={onRetry}>
      Rows
    </LoadState>,
  );
  expect(screen.getByText('Rows')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('couldn’t update');
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

describe('what does not exist is not tried again', () => {
  const missing = { kind: 'notFound', key: 'error.not_found', requestId: null } as const;

  test.each([
    ['load', { load: { status: 'failed', error: missing } }],
    ['refresh', { load: { status: 'loaded', refreshError: missing } }],
  ] as const)('a failed %s says so', async (_name, loads) => {
    await renderScreen(
      <LoadState {...loads} skeleton={null} onRetry={jest.fn()}>
        Rows
      </LoadState>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('doesn’t exist');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('a page can lead on instead', async () => {
    const load = { status: 'failed', error: missing } as const;
    await renderScreen(
      <LoadState load={load} skeleton={null} onRetry={jest.fn()} gone="Lost">
        Rows
      </LoadState>,
    );
    expect(screen.getByText('Lost')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the pressed button of another try leaves the focus', () => {
  const failed = { status: 'failed', error } as const;
  const Part = ({ first = failed, isMore = false }: { first?: LoadLike; isMore?: boolean }) => {
    const [load, setLoad] = useState<LoadLike>(first);
    const handleRetry = () => setLoad({ status: 'loading' });
    return (
      <main tabIndex={-1}>
        {isMore ? (
          <ListEnd more={load} hasMore distance={5} onMore={handleRetry} />
        ) : (
          <LoadState load={load} skeleton={null} onRetry={handleRetry}>
            Rows
          </LoadState>
        )}
      </main>
    );
  };
  const retry = async (part: Parameters<typeof Part>[0]) => {
    const { person } = await renderScreen(<Part {...part} />);
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('button')).toBeNull();
  };

  test.each([
    ['a failed load', {}],
    ['a failed refresh', { first: { status: 'loaded', refreshError: error } }],
  ] as const)('of %s to the element around it', async (_name, part) => {
    await retry(part);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('at the end of a list to that end', async () => {
    await retry({ isMore: true });
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.getByRole('main')).not.toHaveFocus();
  });
});
