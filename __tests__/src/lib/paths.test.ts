import { paths, returnPath } from '../../../src/lib/paths';

describe('page paths', () => {
  test.each([
    [paths.applications(), '/applications?page=1&activeTab=all'],
    [
      paths.applications({ jobId: 3, page: 2, activeTab: 'shortListed' }),
      '/applications?jobId=3&page=2&activeTab=shortListed',
    ],
    [paths.applications({ jobId: 3, isSeen: false }), '/applications?jobId=3&page=1&activeTab=all&isSeen=false'],
    [paths.applications({ jobId: null }), '/applications?page=1&activeTab=all'],
    [paths.jobs(), '/jobs'],
    [paths.jobs(5), '/jobs/5'],
    [paths.jobDetail(3), '/jobs/detail/3'],
    [paths.jobDetail(0, 9), '/jobs/detail/0/9'],
    [paths.jobDetail(3, 9, 'feedback'), '/jobs/detail/3/9/feedback'],
    [paths.branchInbox(4), '/inbox/4'],
    [paths.branchInbox(4, 5), '/inbox/4/5'],
    [paths.resetPassword('a/b'), '/reset-password/a%2Fb'],
    [paths.restoreEmail('a/b'), '/restore-email/a%2Fb'],
  ])('%s', (path, expected) => expect(path).toBe(expected));
});

describe('where a user goes on to after signing in', () => {
  test.each([
    ['a path', { from: '/applications?jobId=3' }, '/applications?jobId=3'],
    ['a location', { from: { pathname: '/jobs/4', search: '?q=a', hash: '' } }, '/jobs/4?q=a'],
    ['nothing remembered', null, '/'],
    ['no from', {}, '/'],
    ['another origin', { from: 'https://evil.test/' }, '/'],
    ['another origin without a scheme', { from: '//evil.test' }, '/'],
    ['a backslash that browsers read as a slash', { from: '/\\evil.test' }, '/'],
    ['a script', { from: 'javascript:alert(1)' }, '/'],
    ['a location of another origin', { from: { pathname: '//evil.test' } }, '/'],
    ['the logout page', { from: '/logout' }, '/'],
    ['a page for guests', { from: '/login' }, '/'],
    ['a page for guests with a code', { from: '/reset-password/abc' }, '/'],
    ['a page whose name only starts like one', { from: '/logouts' }, '/logouts'],
    ['a number', { from: 4 }, '/'],
  ])('%s', (_name, state, expected) => expect(returnPath(state)).toBe(expected));
});
