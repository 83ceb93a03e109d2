const ringHolds = (ring, x, y) => {
  let isInside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i];
    const [xj, yj] = ring[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) isInside = !isInside;
  }
  return isInside;
};

/** Returns an area that tests whether it holds a point; null for anything but polygons. */
export const areaOf = (geometry) => {
  if (!/Polygon$/.test(geometry.type)) return null;
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const points = polygons.flatMap(([outer]) => outer);
  const [west, east] = [0, 1].map((side) =>
    points.reduce((best, [x]) => (side ? Math.max : Math.min)(best, x), points[0][0]),
  );
  const [south, north] = [0, 1].map((side) =>
    points.reduce((best, [, y]) => (side ? Math.max : Math.min)(best, y), points[0][1]),
  );
  return {
    holds: ({ latitude: y, longitude: x }) =>
      x >= west &&
      x <= east &&
      y >= south &&
      y <= north &&
      polygons.some(([outer, ...holes]) => ringHolds(outer, x, y) && !holes.some((hole) => ringHolds(hole, x, y))),
  };
};

/** Returns the kilometres between two points on a sphere. */
export const kilometres = (a, b) => {
  const radians = Math.PI / 180;
  const half = (from, to) => Math.sin(((to - from) * radians) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * half(a.longitude, b.longitude);
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(h)));
};

/** Keeps the first place in each cell; a cell is `degrees` wide and high. */
export const thin = (places, degrees) => {
  const taken = new Set();
  return places.filter(({ latitude, longitude }) => {
    const cell = `${Math.floor(latitude / degrees)} ${Math.floor(longitude / degrees)}`;
    return !taken.has(cell) && taken.add(cell);
  });
};

const cellOf = (latitude, longitude) => `${Math.floor(latitude)} ${Math.floor(longitude)}`;

export const cellsOf = (places) => {
  const cells = new Map();
  for (const place of places) {
    const key = cellOf(place.latitude, place.longitude);
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push(place);
  }
  return cells;
};

/** Returns the places of a point's cell and the eight around it: all within 60 km and most within 100 km. */
export const around = (cells, { latitude, longitude }, reach = 1) => {
  const steps = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach);
  return steps.flatMap((y) => steps.flatMap((x) => cells.get(cellOf(latitude + y, longitude + x)) ?? []));
};
