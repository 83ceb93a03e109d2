import { screen } from '@testing-library/react';
import { JobPreview } from '../../../../src/screens/JobForm/JobPreview';
import { emptyJob } from '../../../../src/screens/JobForm/values';
import { renderScreen } from '../../../support/renderScreen';
import { aUser } from '../world';

const show = (salaryMin: string, salaryMax: string) =>
  renderScreen(<JobPreview values={{ ...emptyJob, salaryMin, salaryMax }} />, { path: '/', at: '/', user: aUser() });

describe('the preview of a job', () => {
  it.each([
    ['32000', '41500,5', '₺32,000 – ₺41,500.50 a month'],
    ['32000', '32.000', '₺32,000 a month'],
    ['', '40000', 'Up to ₺40,000 a month'],
    ['32000', '', 'From ₺32,000 a month'],
  ])('shows the salary as prices: %s to %s', async (low, high, text) => {
    await show(low, high);
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  it('leaves out an invalid amount', async () => {
    await show('a lot', '');
    expect(screen.queryByText(/a month/)).not.toBeInTheDocument();
  });
});
