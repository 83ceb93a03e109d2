import ownClone from '../../scripts/lodash/clone';
import ownCloneDeep from '../../scripts/lodash/cloneDeep';
import ownToPath from '../../scripts/lodash/toPath';

interface Lodash {
  clone: (value: unknown) => unknown;
  cloneDeep: (value: unknown) => unknown;
  toPath: (path: unknown) => string[];
}
const { clone, cloneDeep, toPath } = jest.requireActual<Lodash>('lodash');

const values = {
  text: 'a',
  none: null,
  missing: undefined,
  list: [1, { b: 2 }, [3]],
  nested: { a: { b: { c: true } } },
};

test.each(['email', 'shifts[0].from', 'shifts.0.from', 'a[1][2].b', '', ['a', 'b']])(
  'splits %j as lodash does',
  (path) => {
    expect(ownToPath(path)).toEqual(toPath(path));
  },
);

test.each([values, values.list, 'text', 3, null, undefined])('copies %j as lodash does', (value) => {
  expect(ownClone(value)).toEqual(clone(value));
  expect(ownCloneDeep(value)).toEqual(cloneDeep(value));
});

test('a shallow copy is a new object of the same class with the same parts', () => {
  class Place {
    constructor(readonly at: object) {}
  }
  const place = new Place(values);
  expect(ownClone(place)).toBeInstanceOf(Place);
  expect(ownClone(place)).not.toBe(place);
  expect(ownClone(place).at).toBe(values);
  expect(ownClone(values.list)).not.toBe(values.list);
});

test('a deep copy shares no object or list, but keeps a file', () => {
  const file = new Blob(['x']);
  const copy = ownCloneDeep({ ...values, file });
  expect(copy.nested.a).not.toBe(values.nested.a);
  expect(copy.list[1]).not.toBe(values.list[1]);
  expect(copy.file).toBe(file);
});
