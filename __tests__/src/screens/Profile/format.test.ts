import { websiteHref } from '../../../../src/screens/Profile/ProfileFields';

test.each([
  ['https://moda.test', 'https://moda.test/'],
  [' http://moda.test/a ', 'http://moda.test/a'],
  ['javascript:alert(1)', null],
  ['data:text/html,a', null],
  ['moda.test', null],
  ['', null],
])('the website %s links to %s', (website, href) => {
  expect(websiteHref(website)).toBe(href);
});
