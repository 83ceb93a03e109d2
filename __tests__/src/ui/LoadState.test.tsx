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
