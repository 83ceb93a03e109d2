import { readAddress, writeAddress } from '../../../../src/screens/Jobs/address';

describe('address of the job list', () => {
  it.each([
    ['', { q: '', sorting: null }],
    ['q=şoför', { q: 'şoför', sorting: null }],
    ['sort=openedAt:desc', { q: '', sorting: { field: 'openedAt', direction: 'desc' } }],
    ['sort=openedAt', { q: '', sorting: null }],
    ['sort=salary:asc', { q: '', sorting: null }],
    ['sort=title:up&q=a', { q: 'a', sorting: null }],
  ])('reads %j', (text, expected) => {
    expect(readAddress(new URLSearchParams(text), true)).toEqual(expected);
  });

  it("sorts by the branch's name only where that is seen", () => {
    const params = new URLSearchParams('sort=branchName:asc');
    expect(readAddress(params, true).sorting).toEqual({ field: 'branchName', direction: 'asc' });
    expect(readAddress(params, false).sorting).toBeNull();
  });

  it('cuts a search that the server would refuse', () => {
    expect(readAddress(new URLSearchParams({ q: 'x'.repeat(300) }), true).q).toHaveLength(100);
  });

  it('writes what it reads, and nothing that is not set', () => {
    const address = { q: 'garson', sorting: { field: 'unseenCount', direction: 'asc' } } as const;
    expect(readAddress(writeAddress(address), false)).toEqual(address);
    expect(writeAddress({ q: '', sorting: null }).toString()).toBe('');
  });
});
