import { FORM_NAMES } from '../../../contract/constants/options';
import { formFields, holidaysAround } from '../../../server/modules/reference/forms';

describe('holidays of Turkey', () => {
  const days = holidaysAround('TR', 2026);

  it.each([
    ['a fixed day', ['2026.01.01', '2026.04.23', '2026.05.01', '2026.05.19', '2026.07.15', '2026.08.30', '2026.10.29']],
    ['every day of the Feast of Ramadan', ['2026.03.20', '2026.03.21', '2026.03.22']],
    ['every day of the Feast of the Sacrifice', ['2026.05.27', '2026.05.28', '2026.05.29', '2026.05.30']],
    ['the years around', ['2025.01.01', '2027.01.01']],
  ])('include %s', (_, expected) => {
    expect(days).toEqual(expect.arrayContaining(expected));
  });

  it('include nothing before or after a feast, and no day twice', () => {
    for (const day of ['2026.03.19', '2026.03.23', '2026.05.26', '2026.05.31']) expect(days).not.toContain(day);
    expect(new Set(days).size).toBe(days.length);
    expect([...days].sort()).toEqual(days);
  });
});

describe('fields of the forms', () => {
  const field = (form: (typeof FORM_NAMES)[number], country: string, name: string) =>
    formFields(form, country).find((one) => one.name === name);

  it.each([
    ['CompanyProfileForm', 'taxOffice'],
    ['WorkerProfileForm', 'military_status'],
    ['WorkerProfileForm', 'english_level'],
  ] as const)('%s has %s active in Turkey only', (form, name) => {
    expect(field(form, 'TR', name)?.isActive).toBe(true);
    expect(field(form, 'ES', name)).toMatchObject({ isActive: false, isRequired: false });
  });

  it('JobForm requires the fields of docs/PRODUCT.md#job-form', () => {
    const required = formFields('JobForm', 'TR').filter(({ isRequired }) => isRequired);
    expect(required.map(({ name }) => name).sort()).toEqual([
      'category',
      'companyLocations',
      'contactType',
      'description',
      'position',
      'status',
      'title',
      'user',
      'workTimes',
    ]);
  });

  it.each(FORM_NAMES)('%s names no field twice', (form) => {
    const names = formFields(form, 'TR').map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
