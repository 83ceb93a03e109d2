import { rounded } from '../../../../src/lib/location';
import { movePoint, project, stepOf } from '../../../../src/ui/map/geography';

test.each([
  ['the middle of the world', { latitude: 0, longitude: 0 }, 0, { x: 128, y: 128 }],
  ['its upper left corner', { latitude: 85.0511287798, longitude: -180 }, 0, { x: 0, y: 0 }],
  ['the same twice as large', { latitude: 0, longitude: 180 }, 1, { x: 512, y: 256 }],
  // By the published formula of slippy maps the point is in tile 2378, 1535 of zoom 12.
  ['Kadıköy at zoom 12', { latitude: 40.99, longitude: 29.03 }, 12, { x: 2378.296889 * 256, y: 1535.847741 * 256 }],
])('projects %s as web maps do', (_name, point, zoom, expected) => {
  const { x, y } = project(point, zoom);
  expect([Math.round(x), Math.round(y)]).toEqual([Math.round(expected.x), Math.round(expected.y)]);
});

test('projects the poles to the edge, not to infinity', () => {
  expect(project({ latitude: 90, longitude: 0 }, 0).y).toBeCloseTo(project({ latitude: 85.05, longitude: 0 }, 0).y);
  expect(Number.isFinite(project({ latitude: -90, longitude: 0 }, 0).y)).toBe(true);
});

test.each([
  [0, 0],
  [10, 0],
  [0, 10],
  [-37, 120],
])('moving by %d and %d pixels moves the projection by the same distance at any zoom', (dx, dy) => {
  const point = { latitude: 38.45, longitude: 27.11 };
  for (const zoom of [5, 12, 16]) {
    const [from, to] = [project(point, zoom), project(movePoint(point, zoom, dx, dy), zoom)];
    expect(to.x - from.x).toBeCloseTo(dx, 5);
    expect(to.y - from.y).toBeCloseTo(dy, 5);
  }
});

test.each([
  ['ArrowRight', [10, 0]],
  ['ArrowLeft', [-10, 0]],
  ['ArrowDown', [0, 10]],
  ['ArrowUp', [0, -10]],
  ['Enter', null],
])('%s moves by %j', (key, step) => expect(stepOf(key, 10)).toEqual(step));

test('rounds to six decimals', () => {
  expect(rounded({ latitude: 40.98765432, longitude: -29.00000049 })).toEqual({ latitude: 40.987654, longitude: -29 });
});
