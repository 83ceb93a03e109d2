import { screen } from '@testing-library/react';
import { Experiences } from '../../../../src/screens/Applicant/profile/ProfileTab';
import { anApplicant } from '../../../support/applicantBuilder';
import { renderScreen } from '../../../support/renderScreen';

test.each([
  ['Since 10/01/2024', null],
  ['10/01/2024 to 31/01/2024', '2024-01-31'],
])('an experience of less than a month shows its dates alone: %s', async (span, endDate) => {
  const duration = { key: 0, value: '0' };
  const one = { id: 1, position: 'Barista', companyName: 'Moda', duration, startDate: '2024-01-10', endDate };
  await renderScreen(<Experiences user={{ ...anApplicant().user, experiences: [one] }} />);
  expect(screen.getByRole('listitem')).toHaveTextContent(new RegExp(`^BaristaModa ${span}$`));
});
