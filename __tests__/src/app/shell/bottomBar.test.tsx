import { screen } from '@testing-library/react';
import { BottomBar } from '../../../../src/app/shell/BottomBar';
import { renderPage } from '../../../support/renderPage';

const show = (at: string) => renderPage(<BottomBar destinations={[]} />, { path: '*', at });

describe('the floating way to a new job', () => {
  it.each(['/jobs', '/jobs/20'])('is on the job list: %s', async (at) => {
    await show(at);
    expect(screen.getByRole('link', { name: 'Post a job' })).toHaveAttribute('href', '/jobs/create');
  });

  it.each(['/jobs/create', '/jobs/edit/100', '/jobs/detail/100', '/jobs/detail/100/7', '/applications'])(
    'covers no button of another page: %s',
    async (at) => {
      await show(at);
      expect(screen.queryByRole('link', { name: 'Post a job' })).not.toBeInTheDocument();
    },
  );
});
