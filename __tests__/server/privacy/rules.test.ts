import { isNameOf, isWorkHour, monthsBefore, requestDueAt } from '../../../server/modules/privacy/eraseService';
import { maskMail, withoutSearch } from '../../../server/platform/secrets';

describe('the rules of privacy', () => {
  it.each([
    ['2026-11-23T10:00:00.000Z', 6, '2026-05-23T10:00:00.000Z'],
    ['2026-08-31T10:00:00.000Z', 6, '2026-02-28T10:00:00.000Z'],
    ['2024-08-31T10:00:00.000Z', 6, '2024-02-29T10:00:00.000Z'],
    ['2026-01-15T00:00:00.000Z', 12, '2025-01-15T00:00:00.000Z'],
    ['2026-03-31T00:00:00.000Z', 24, '2024-03-31T00:00:00.000Z'],
  ])('%s less %d months is %s', (at, months, expected) =>
    expect(monthsBefore(new Date(at), months).toISOString()).toBe(expected),
  );

  it('gives an organisation thirty days for a request', () =>
    expect(requestDueAt(new Date('2026-11-23T10:00:00Z')).toISOString()).toBe('2026-12-23T10:00:00.000Z'));

  it.each([
    ['2026-11-22T22:59:00Z', false],
    ['2026-11-22T23:00:00Z', true],
    ['2026-11-23T01:59:00Z', true],
    ['2026-11-23T02:00:00Z', false],
  ])('works at night: %s %s', (at, expected) => expect(isWorkHour(new Date(at), 'Europe/Istanbul')).toBe(expected));

  it.each([
    ['Işıl  Çelik ', true],
    ['ışıl çelik', true],
    ['Isil Celik', false],
    ['Işıl', false],
    ['', false],
  ])('takes %j as the name: %s', (typed, expected) => expect(isNameOf(typed, 'Işıl Çelik')).toBe(expected));

  it.each([
    ['DIANA SMITH', true],
    ['DANA SMITH', false],
  ])('takes %j as Diana Smith: %s', (typed, expected) => expect(isNameOf(typed, 'Diana Smith')).toBe(expected));

  it.each([
    ['deniz@example.com', 'd…@e….com'],
    ['a@localhost', 'a…@l…'],
  ])('masks %s as %s', (address, expected) => expect(maskMail(address)).toBe(expected));

  it('keeps searched names out of the audit log', () => {
    expect(withoutSearch({ q: 'Ayşe', jobId: 1 })).toEqual({ jobId: 1, isSearch: true });
    expect(withoutSearch<{ q?: string; jobId: number }>({ jobId: 1 })).toEqual({ jobId: 1 });
  });
});
