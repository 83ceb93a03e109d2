import { screen, waitFor } from '@testing-library/react';
import { loadCombobox } from '../../../src/ui/Combobox';
import { JobPicker } from '../../../src/widgets/ApplicationList/JobPicker';
import { aUser } from '../../support/builders';
import { fakeApi, ok } from '../../support/fakeApi';
import { renderScreen } from '../../support/renderScreen';

beforeAll(loadCombobox);

const user = (id: number, companyName: string) => ({ id, companyName });
const JOBS = [
  { id: 1, title: 'Barista', status: 'active', openedAt: '2026-11-03T08:00:00.000Z', user: user(7, 'Kadıköy') },
  // 21:30 UTC is the next day in the marketplace.
  { id: 2, title: 'Barista', status: 'closed', openedAt: '2026-05-10T21:30:00.000Z', user: user(7, 'Kadıköy') },
  { id: 3, title: 'Barista', status: 'active', openedAt: '2026-11-03T08:00:00.000Z', user: user(8, 'Moda') },
  { id: 4, title: 'Barista', status: 'draft', openedAt: null, user: user(8, 'Moda') },
];

test.each([
  [
    'root',
    [
      'Barista Kadıköy · Active · opened 03/11/2026',
      'Barista Kadıköy · Passive · opened 11/05/2026',
      'Barista Moda · Active · opened 03/11/2026',
      'Barista Moda · Draft',
    ],
  ],
  [
    'branch',
    [
      'Barista Active · opened 03/11/2026',
      'Barista Passive · opened 11/05/2026',
      'Barista Active · opened 03/11/2026',
      'Barista Draft',
    ],
  ],
] as const)('tells %s jobs of the same title apart', async (userType, texts) => {
  const api = fakeApi().on('GET', '/search/job', ok(JOBS));
  const onChange = jest.fn();
  const { person } = await renderScreen(<JobPicker jobId={null} onChange={onChange} />, {
    api,
    user: aUser({ userType }),
  });
  await person.click(screen.getByRole('combobox', { name: 'Job' }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(JOBS.length + 1));
  const options = screen.getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['All applications', ...texts]);
  await person.click(options[2]!);
  expect(onChange).toHaveBeenCalledWith(2);
  expect(api.callsOf('GET', '/search/job')[0]?.query?.selection).toBe('id,title,status,openedAt,user');
});
