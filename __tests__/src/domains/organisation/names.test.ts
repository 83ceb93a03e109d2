import { branchOptions, nameCutter, organisationReducer, selectNameCutter } from '../../../../src/domains/organisation';
import { sessionReducer } from '../../../../src/domains/session';
import { aUser } from '../../../support/builders';

test.each([
  ['the shared words go', ['Mavi Fincan Kadıköy', 'Mavi Fincan Moda'], ['Kadıköy', 'Moda']],
  ['only whole words count', ['Mavi Kahve', 'Mavi Kahvaltı'], ['Kahve', 'Kahvaltı']],
  ['signs between the words go too', ['Mavi - Kadıköy', 'Mavi - Moda'], ['Kadıköy', 'Moda']],
  ['capital letters and blanks do not matter', ['MAVİ  FİNCAN Kadıköy', 'Mavi Fincan Moda'], ['Kadıköy', 'Moda']],
  ['the brand alone stays whole', ['Mavi Fincan', 'Mavi Fincan Moda'], ['Mavi Fincan', 'Moda']],
  ['a number keeps the word before it', ['Mavi Mağaza 1', 'Mavi Mağaza 2'], ['Mağaza 1', 'Mağaza 2']],
  ['a sole branch shows whole', ['Mavi Fincan Kadıköy'], ['Mavi Fincan Kadıköy']],
  ['two of one name show whole', ['Mavi Fincan', 'Mavi Fincan'], ['Mavi Fincan', 'Mavi Fincan']],
  ['names of one word show whole', ['Kadıköy', 'Moda'], ['Kadıköy', 'Moda']],
  ['nothing shared, nothing cut', ['Mavi Fincan Moda', 'Ege Fırın Moda'], ['Mavi Fincan Moda', 'Ege Fırın Moda']],
  ['no branches', [], []],
])('%s', (_rule, names, shown) => {
  expect(names.map(nameCutter(names))).toEqual(shown);
});

test.each([
  ['Mavi Fincan Şişli', 'Şişli'],
  ['Mavi Fincan', 'Mavi Fincan'],
  ['Ege Fırın', 'Ege Fırın'],
  ['', ''],
])('the name %j outside the list reads %j', (name, shown) => {
  expect(nameCutter(['Mavi Fincan Kadıköy', 'Mavi Fincan Moda'])(name)).toBe(shown);
});

test('an option has the whole name as its title', () => {
  const branches = ['Mavi Kadıköy', 'Mavi Moda'].map((companyName, at) => ({
    userId: at,
    companyName,
    activeJobCount: 1,
  }));
  expect(branchOptions(branches)[0]).toEqual({ value: '0', label: 'Kadıköy', title: 'Mavi Kadıköy', isName: true });
});

test('a branch, which loads no other names, leaves out what another branch shares with its own', () => {
  const user = aUser({ userType: 'branch', companyName: 'Mavi Fincan Kadıköy' });
  const cut = selectNameCutter({
    organisation: organisationReducer(undefined, { type: 'init' }),
    session: { ...sessionReducer(undefined, { type: 'init' }), user },
  });
  expect(['Mavi Fincan Moda', 'Mavi Fincan', 'Ege Fırın Moda'].map(cut)).toEqual([
    'Moda',
    'Mavi Fincan',
    'Ege Fırın Moda',
  ]);
});
