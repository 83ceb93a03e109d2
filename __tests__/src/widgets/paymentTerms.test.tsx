import { screen } from '@testing-library/react';
import { createIntl } from 'react-intl';
import es from '../../../i18n/es.json';
import tr from '../../../i18n/tr.json';
import { promisesOf, PlanTerms } from '../../../src/widgets/Payment/Payment';
import { aUser } from '../../support/builders';
import { aPlan } from '../../support/commerce';
import { renderScreen } from '../../support/renderScreen';

afterEach(() => jest.restoreAllMocks());

const show = (plan: ReturnType<typeof aPlan>) =>
  renderScreen(<PlanTerms plan={plan} />, { path: '/', at: '/', user: aUser({ userType: 'company' }) });

describe('the terms of a plan', () => {
  test.each([
    ['weekly', 1, '₺999 a week, renews on 30/11/2026, cancel any time.'],
    ['monthly', 3, '₺999 every 3 months, renews on 23/02/2027, cancel any time.'],
    ['annual', 1, '₺999 a year, renews on 23/11/2027, cancel any time.'],
  ] as const)('%s, by the date in the marketplace and not in the browser', async (period, interval, text) => {
    // This is 00:30 on 23 November in Istanbul.
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T21:30:00.000Z'));
    await show(aPlan({ period, interval }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  test.each([
    ['tr', tr, 1, 'Haftada 349 ₺. 29/11/2026 tarihinde yenilenir; dilediğiniz zaman iptal edebilirsiniz.'],
    ['tr', tr, 2, '2 haftada bir 349 ₺. 29/11/2026 tarihinde yenilenir; dilediğiniz zaman iptal edebilirsiniz.'],
    ['es', es, 1, '349 ₺ a la semana. Se renueva el 29/11/2026; puede cancelar cuando quiera.'],
    ['es', es, 2, '349 ₺ cada 2 semanas. Se renueva el 29/11/2026; puede cancelar cuando quiera.'],
  ] as const)('in %s', (locale, messages, count, text) => {
    const intl = createIntl({ locale, messages });
    const values = { price: '349 ₺', count, date: '29/11/2026' };
    expect(intl.formatMessage({ id: 'payment.terms.weekly' }, values)).toBe(text);
  });
});

test.each([
  ['sandbox', true, true, ['sandbox']],
  ['sandbox', false, false, ['sandbox']],
  ['iyzico', true, false, ['card']],
  ['iyzico', true, true, ['card', 'renews.card']],
  ['iyzico', false, true, ['iyzico', 'renews.iyzico']],
  ['stripe', false, false, ['stripe']],
  ['stripe', false, true, ['stripe', 'renews.stripe']],
] as const)('card promises: provider %s, our page %s, a plan %s', (provider, isOurs, renews, expected) => {
  expect(promisesOf({ provider, isOurs, renews })).toEqual(expected.map((id) => `payment.promise.${id}`));
});
