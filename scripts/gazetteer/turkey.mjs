import { areaOf, around, cellsOf, kilometres, thin } from './geometry.mjs';
import { YOUNG } from './young.mjs';
import { fold, readPostal, readSpelling, readWhosOnFirst } from './sources.mjs';

/** Districts with more people keep a neighbourhood about every 1.5 km, the others a village every 8 km. */
const CITY_PEOPLE = 120_000;
const CITY_CELL = 0.015;
const VILLAGE_CELL = 0.08;
/** A place of the same name that is farther from the district's centre is a different place. */
const DISTRICT_KM = 60;
const OF_TOWNS = ['PPLC', 'PPLA', 'PPLA2', 'PPLX', 'PPL', 'PPLA3'];
/** Outdated names in Who's On First. */
const RENAMED = {
  eyup: 'eyupsultan',
  'sanliurfa merkez': 'haliliye',
  dogubeyazit: 'dogubayazit',
  'mustafa kemalpasa': 'mustafakemalpasa',
  akkoy: 'pamukkale',
  kazan: 'kahramankazan',
};

const point = ({ latitude, longitude }) => ({ latitude, longitude });
const sameName = (names, wanted) => names.some((name) => name && (RENAMED[fold(name)] ?? fold(name)) === wanted);

/** Returns each official district with its centre, its area and the spelling of its neighbourhoods. */
const districtsOf = (spelling, counties, provinceCity) =>
  spelling.map((one) => {
    const isCentre = one.district === 'Merkez';
    const seat = provinceCity.get(one.province);
    const wanted = fold(isCentre ? one.province : one.district);
    const named = counties
      .filter(
        (county) => sameName(county.names, wanted) || county.names.some((name) => fold(name) === `${wanted} merkez`),
      )
      .map((county) => ({ county, far: kilometres(county, seat) }))
      .filter(({ far }) => far < 250)
      .sort((a, b) => a.far - b.far)[0]?.county;
    const found = named ?? (isCentre ? counties.find(({ area }) => area?.holds(seat)) : undefined);
    return { ...one, isCentre, seat, wanted, county: found, middle: found ?? seat };
  });

/** True for a place of a recent district, which has no area yet: only postal codes name it. */
const isOfYoung = ({ wanted, province }, one) =>
  one.district === wanted && fold(one.province ?? '').startsWith(fold(province));

/** Returns a function that tests whether a name occurs only in this district of the province, and so identifies it. */
const onlyThere = (districts, district) => {
  const others = districts.filter((one) => one.province === district.province && one !== district);
  const taken = new Set(others.flatMap(({ neighbourhoods }) => neighbourhoods.map(fold)));
  return (key) => !taken.has(key);
};

const centreOf = (district, towns, known) => {
  const fixed = YOUNG[`${district.district}, ${district.province}`];
  if (fixed) return { latitude: fixed[0], longitude: fixed[1], population: district.county?.population ?? 0 };
  const inside = ({ latitude, longitude, ...place }) =>
    kilometres({ latitude, longitude }, district.middle) < DISTRICT_KM &&
    (!district.county?.area || place.isSure || district.county.area.holds({ latitude, longitude }));
  const town = towns
    .filter((one) => fold(one.name) === district.wanted && inside(one))
    .sort((a, b) => OF_TOWNS.indexOf(a.feature) - OF_TOWNS.indexOf(b.feature))[0];
  const place = town ?? known.find((one) => sameName(one.names, district.wanted) && inside(one)) ?? district.county;
  return place && { ...point(place), population: Math.max(town?.population ?? 0, district.county?.population ?? 0) };
};

/** Returns the provinces, the districts, and evenly spread neighbourhoods and villages. */
export const turkey = (folder, cities, regions) => {
  const spelling = readSpelling(folder);
  const places = readWhosOnFirst(folder);
  const counties = places
    .filter(({ type, geometry }) => type === 'county' && geometry)
    .map((county) => ({ ...county, area: areaOf(county.geometry), geometry: null }));
  const known = places.filter(({ type }) => type === 'neighbourhood');
  const localities = places.filter(({ type }) => type === 'locality');
  const postal = readPostal(folder);
  const towns = cities.filter(({ country }) => country === 'TR');

  const provinces = [...new Set(spelling.map(({ province }) => province))].map((name) => {
    const named = (town) => fold(regions.get(`TR.${town.region}`) ?? '') === fold(name);
    const seat = towns.find(
      (town) => ['PPLA', 'PPLC'].includes(town.feature) && (named(town) || fold(town.name) === fold(name)),
    );
    if (!seat) throw new Error(`the province ${name} has no seat`);
    return { kind: 'p', name, within: '', country: 'TR', ...point(seat), population: seat.population };
  });
  const provinceCity = new Map(provinces.map((province) => [province.name, province]));
  const districts = districtsOf(spelling, counties, provinceCity);
  const lost = districts.filter(({ isCentre, county }) => !isCentre && !county);
  if (lost.length > 0)
    console.log('without an area:', lost.map(({ district, province }) => `${district}/${province}`).join(' '));

  const candidates = [
    ...known.map((one) => ({ ...one, isSure: true })),
    ...towns.map((one) => ({ ...one, names: [one.name] })),
    ...postal.map((one) => ({ ...one, names: [one.name] })),
    ...localities,
  ];
  const cells = cellsOf(candidates);
  const claimed = new Set(districts.map(({ county }) => county));
  const free = counties.filter((county) => !claimed.has(county));
  const smaller = districts.flatMap((district) => {
    const { county, neighbourhoods, isCentre, province, middle } = district;
    const isOnlyThere = onlyThere(districts, district);
    // The area of the former central district, before it was divided.
    const seatArea = free.find(({ area }) => area?.holds(district.seat))?.area;
    const spelled = new Map(neighbourhoods.map((name) => [fold(name), name]));
    const isOwn = county
      ? (one) => county.area.holds(one)
      : (one, key) => isOfYoung(district, one) || (isOnlyThere(key) && seatArea?.holds(one));
    const own = around(cells, middle, county ? 1 : 2);
    const seen = new Set();
    const matched = own.flatMap((one) => {
      const key =
        one.names.map((name) => name && fold(name)).find((name) => name && spelled.has(name)) ??
        (one.isSure && one.turkish ? fold(one.turkish) : null);
      if (!key || seen.has(key) || key === district.wanted || !isOwn(one, key)) return [];
      seen.add(key);
      const within = isCentre ? province : `${district.district}, ${province}`;
      return [
        {
          kind: 'n',
          name: spelled.get(key) ?? one.turkish,
          within,
          country: 'TR',
          ...point(one),
          population: one.population || 0,
          isSure: one.isSure,
        },
      ];
    });
    const isCity =
      Math.max(county?.population ?? 0, isCentre ? provinceCity.get(province).population : 0) > CITY_PEOPLE;
    const [named, others] = [true, false].map((isSure) => matched.filter((one) => (one.isSure === true) === isSure));
    return [...named, ...thin(others, isCity ? CITY_CELL : VILLAGE_CELL)];
  });
  const centres = districts
    .filter(({ isCentre }) => !isCentre)
    .flatMap((district) => {
      const centre = centreOf(district, towns, known.concat(localities));
      if (!centre) throw new Error(`${district.district}, ${district.province} has no coordinates`);
      return [{ kind: 'd', name: district.district, within: district.province, country: 'TR', ...centre }];
    });

  return [...provinces, ...centres, ...smaller];
};
