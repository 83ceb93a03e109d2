import {
  nearbyPlaces,
  nearestCountry,
  nearestPlace,
  searchPlaces,
  allPlaces,
} from '../../../server/modules/reference/places';

const namesOf = (q: string) => searchPlaces(q).map(({ name }) => name);

describe('the bundled places', () => {
  const of = (kind: string) => allPlaces().filter((row) => row.kind === kind);

  it('include every province and every district except the provinces’ centres', () => {
    expect(of('p')).toHaveLength(81);
    expect(of('d')).toHaveLength(922);
    const provinces = new Set(of('p').map(({ name }) => name));
    for (const { within } of of('d')) expect(provinces).toContain(within);
  });

  it('lie on the globe and in the right country', () => {
    const strays = allPlaces().filter(({ countryCode, latitude, longitude }) => {
      const isInTurkey = latitude > 35.8 && latitude < 42.2 && longitude > 25.6 && longitude < 44.9;
      return countryCode === 'TR' ? !isInTurkey : Math.abs(latitude) > 85 || Math.abs(longitude) > 180;
    });
    expect(strays).toEqual([]);
  });

  it('include no neighbourhood far from its district', () => {
    const middles = new Map(
      allPlaces()
        .filter(({ kind }) => kind === 'p' || kind === 'd')
        .map((row) => [row.within === '' ? row.name : `${row.name}, ${row.within}`, row]),
    );
    const far = of('n').filter(({ within, latitude, longitude }) => {
      const middle = middles.get(within);
      return !middle || Math.hypot(latitude - middle.latitude, (longitude - middle.longitude) * 0.77) > 1;
    });
    expect(far).toEqual([]);
  });

  // The centre of each place, read from a map.
  it.each([
    ['Kadıköy, İstanbul', 40.99, 29.03],
    ['Çankaya, Ankara', 39.92, 32.86],
    ['Konak, İzmir', 38.42, 27.13],
    ['Eyüpsultan, İstanbul', 41.05, 28.93],
    ['Seydikemer, Muğla', 36.65, 29.36],
    ['Moda, Kadıköy, İstanbul', 40.98, 29.03],
    ['Alsancak, Konak, İzmir', 38.44, 27.14],
    ['Diyarbakır', 37.91, 40.22],
    ['Austin, Texas, US', 30.27, -97.74],
    ['Guadalajara, Jalisco, MX', 20.67, -103.39],
  ])('%s has the right position', (name, latitude, longitude) => {
    const [found] = searchPlaces(name);
    expect(found?.name).toBe(name);
    expect(Math.abs(found!.latitude - latitude)).toBeLessThan(0.02);
    expect(Math.abs(found!.longitude - longitude)).toBeLessThan(0.02);
  });
});

describe('the search for places', () => {
  it.each(['kadikoy', 'KADIKÖY', 'Kadıköy', '  kadıköy ', 'KADIKOY'])('folds %s', (q) => {
    expect(namesOf(q)[0]).toBe('Kadıköy, İstanbul');
  });

  it.each([
    ['a province first', 'ist', 'İstanbul'],
    ['the dotted and the dotless letter alike', 'isparta', 'Isparta'],
    ['an exact name before a larger one that begins so', 'van', 'Van'],
    ['a name with what it lies in', 'moda, kadı', 'Moda, Kadıköy, İstanbul'],
    ['a name of two words', 'san fran', 'San Francisco, California, US'],
    ['an accent of another language', 'bogota', 'Bogotá, Bogota D.C., CO'],
    ['one letter', 'i', 'İstanbul'],
  ])('finds %s', (_, q, expected) => {
    expect(namesOf(q)[0]).toBe(expected);
  });

  it('lists names with the prefix before names with the word inside', () => {
    const names = namesOf('york');
    expect(names.findIndex((name) => name.startsWith('York'))).toBeLessThan(
      names.findIndex((name) => name.startsWith('New York')),
    );
  });

  it('lists only places of the chosen country', () => {
    expect(namesOf('mod')).toContain('Modesto, California, US');
    const names = searchPlaces('mod', { countryCode: 'TR' }).map(({ name }) => name);
    expect(names[0]).toBe('Moda, Kadıköy, İstanbul');
    expect(names.join()).not.toMatch(/, [A-Z]{2}(,|$)/);
    expect(searchPlaces('moda', { countryCode: 'DE' })).toEqual([]);
  });

  it.each([
    ['the neighbourhood of the larger district', undefined, 'Bostancı, Kadıköy, İstanbul'],
    ['the nearest one', { latitude: 37.25, longitude: 42.45 }, 'Bostancı, Silopi, Şırnak'],
    ['the nearest one', { latitude: 39.1, longitude: 27.67 }, 'Bostancı, Kırkağaç, Manisa'],
    ['the one in the same city', { latitude: 41.04, longitude: 28.99 }, 'Bostancı, Kadıköy, İstanbul'],
  ])('puts %s first among equal names (%j)', (_, near, expected) => {
    expect(searchPlaces('bostancı', { near })[0]?.name).toBe(expected);
  });

  it.each(['', '   ', ',', '%', '_', '\\', 'zzzzzz', '.*', '('])('finds nothing for “%s”', (q) => {
    expect(searchPlaces(q)).toEqual([]);
  });

  it.each([
    ['Moda', '40.9862, 29.0259', 'TR', true],
    ['Edirne, near two borders', '41.6771, 26.5557', 'TR', true],
    ['İstanbul with its numbers swapped', '28.9784, 41.0082', 'TR', false],
    ['Berlin', '52.52, 13.405', 'TR', false],
    ['Athens', '37.9838, 23.7275', 'TR', false],
    ['Aleppo', '36.2021, 37.1343', 'TR', false],
    ['a point off the globe', '91, 29', 'TR', false],
    ['Tijuana from the United States', '32.5149, -117.0382', 'US', false],
    ['San Diego', '32.7157, -117.1611', 'US', true],
  ])('finds %s by its coordinates only in its country', (_name, q, countryCode, isFound) => {
    const [latitude, longitude] = q.split(', ').map(Number);
    expect(searchPlaces(q, { countryCode }).map(({ name: _found, ...point }) => point)).toEqual(
      isFound ? [{ latitude, longitude }] : [],
    );
  });

  it('names coordinates by the nearest place', () => {
    expect(searchPlaces('41.0082,28.9784')[0]?.name).toMatch(/, Fatih, İstanbul$/);
  });

  it('returns at most ten places, all with names', () => {
    expect(searchPlaces('a')).toHaveLength(10);
    for (const name of namesOf('a')) expect(name).toMatch(/^\S/);
  });
});

describe('the labels of a map', () => {
  const districts = allPlaces().filter(({ kind }) => kind === 'd');

  // Two steppe districts have only one village within some 10 km of their town.
  it.each([
    [10, 10],
    [11, 3],
    [12, 2],
  ])('are several in every district of Turkey at zoom %i', (zoom, least) => {
    const bare = districts.filter((district) => nearbyPlaces({ ...district, zoom }).length < least);
    expect(bare.map(({ name, within }) => `${name}, ${within}`)).toEqual([]);
  });

  it('use the short name of the place and keep a distance from each other', () => {
    const zoom = 12;
    const labels = nearbyPlaces({ latitude: 40.9886, longitude: 29.0257, zoom });
    expect(labels).toContainEqual(expect.objectContaining({ name: 'Kadıköy', fullName: 'Kadıköy, İstanbul' }));
    expect(labels.length).toBeLessThanOrEqual(60);
    const pixelsPerDegree = (256 * 2 ** zoom) / 360;
    for (const [at, one] of labels.entries())
      for (const other of labels.slice(at + 1)) {
        const x = Math.abs(one.longitude - other.longitude) * pixelsPerDegree;
        const y = (Math.abs(one.latitude - other.latitude) * pixelsPerDegree) / Math.cos((41 * Math.PI) / 180);
        expect(x > 95 || y > 34).toBe(true);
      }
  });

  it('start with the most important place', () => {
    expect(nearbyPlaces({ latitude: 39, longitude: 35, zoom: 5 })[0]?.name).toBe('İstanbul');
  });

  it.each([
    [90, 180, 20],
    [-90, -180, 1],
    [0, 0, 1],
  ])('accept %d, %d, zoom %d', (latitude, longitude, zoom) => {
    expect(nearbyPlaces({ latitude, longitude, zoom }).length).toBeLessThanOrEqual(60);
  });
});

describe('the nearest place', () => {
  it.each([
    ['a street in Kadıköy', 40.9845, 29.0249, 'Caferağa, Kadıköy, İstanbul'],
    ['a square in Austin', 30.268, -97.742, 'Austin, Texas, US'],
  ])('names %s', (_, latitude, longitude, name) => {
    expect(nearestPlace({ latitude, longitude })?.name).toBe(name);
  });

  it('does not exist on the ocean or beyond 150 km', () => {
    expect(nearestPlace({ latitude: 0, longitude: 0 })).toBeNull();
    expect(nearestPlace({ latitude: 52.5, longitude: 13.4 })).toBeNull();
  });

  it.each([
    ['Çeşme', 38.32, 26.3, 'TR'],
    ['Chios, across the strait', 38.37, 26.14, 'GR'],
    ['Edirne', 41.67, 26.55, 'TR'],
    ['Tijuana', 32.52, -117.02, 'MX'],
    ['San Diego', 32.72, -117.16, 'US'],
    ['the ocean', 0, -30, null],
  ])('gives the country of %s', (_, latitude, longitude, code) => {
    expect(nearestCountry({ latitude, longitude })).toBe(code);
  });
});
