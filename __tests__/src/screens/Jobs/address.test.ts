import { readAddress, writeAddress } from '../../../../src/screens/Jobs/address';

describe('the address of the job list', () => {
  it.each([
    ['', { q: '', sorting: null }],
    ['q=şoför', { q: 'şoför', sorting: null }],
    ['sort=openedAt:desc', { q: '', sorting: { field: 'openedAt', direction: 'desc' } }],
    ['status=draft&q=a', { q: 'a', status: 'draft', sorting: null }],
    ['status=deleted', { q: '', sorting: null }],
    ['sort=openedAt', { q: '', sorting: null }],
    ['sort=salary:asc', { q: '', sorting: null }],
    ['sort=title:up&q=a', { q: 'a', sorting: null }],
  ])('reads %j', (text, expected) => {
    expect(readAddress(new URLSearchParams(text), true)).toEqual(expected);
  });

  it('sorts by branch name only for users who see branches', () => {
    const params = new URLSearchParams('sort=branchName:asc');
    expect(readAddress(params, true).sorting).toEqual({ field: 'branchName', direction: 'asc' });
    expect(readAddress(params, false).sorting).toBeNull();
  });

  it('truncates a search that the server would refuse', () => {
    expect(readAddress(new URLSearchParams({ q: 'x'.repeat(300) }), true).q).toHaveLength(100);
  });

  it('writes what it reads, and leaves out unset values', () => {
    const address = { q: 'garson', status: 'closed', sorting: { field: 'unseenCount', direction: 'asc' } } as const;
    expect(readAddress(writeAddress(address), false)).toEqual(address);
    expect(writeAddress({ q: '', sorting: null }).toString()).toBe('');
  });
});
