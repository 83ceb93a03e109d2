import { screen } from '@testing-library/react';
import { BottomBar } from '../../../../src/app/shell/BottomBar';
import { renderPage } from '../../../support/renderPage';

const show = (at: string) => renderPage(<BottomBar destinations={[]} />, { path: '*', at });

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
