import { screen } from '@testing-library/react';
import { destinationsFor, BottomBar } from '../../../../src/app/shell/Shell';
import { aUser } from '../../../support/builders';
import { renderScreen } from '../../../support/renderScreen';

test.each([
  ['/today', 'Today'],
  ['/jobs', 'Jobs'],
  ['/jobs/create', 'Jobs'],
  ['/applications', 'Applications'],
  ['/jobs/detail/100', 'Applications'],
  ['/jobs/detail/0/7/messages', 'Applications'],
])('%s marks %s as the current page', async (at, current) => {
  await renderScreen(<BottomBar destinations={destinationsFor(aUser())} />, { path: '*', at, user: null });
  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map((link) => link.textContent)).toEqual([current]);
});

const show = (at: string) => renderScreen(<BottomBar destinations={[]} />, { path: '*', at, user: null });

describe('the floating “Post a job” link', () => {
  it.each(['/jobs', '/jobs/20'])('shows on the job list: %s', async (at) => {
    await show(at);
    expect(screen.getByRole('link', { name: 'Post a job' })).toHaveAttribute('href', '/jobs/create');
  });

  it.each(['/jobs/create', '/jobs/edit/100', '/jobs/detail/100', '/jobs/detail/100/7', '/applications'])(
    'hides on pages whose buttons it would cover: %s',
    async (at) => {
      await show(at);
      expect(screen.queryByRole('link', { name: 'Post a job' })).not.toBeInTheDocument();
    },
  );
});
