import { screen } from '@testing-library/react';
import { LoadState } from '../../../src/ui/LoadState';
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

test.each([
  ['stays while the page loads', { status: 'loading' }, 1],
  ['goes when it has loaded', { status: 'loaded' }, 0],
  ['goes when it cannot be loaded', { status: 'failed', error }, 0],
] as const)('what the page showed the last time %s', async (_when, load, left) => {
  const view = document.createElement('div');
  view.id = 'kept-view';
  view.append('Rows of the last time');
  document.body.append(view);
  await renderScreen(
    <LoadState load={load} skeleton={null}>
      Rows
    </LoadState>,
  );
  expect(view.childNodes).toHaveLength(left);
  view.remove();
});
