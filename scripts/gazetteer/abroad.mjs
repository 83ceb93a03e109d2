import { around, cellsOf, kilometres, thin } from './geometry.mjs';

/** The offered countries except Turkey: server/modules/reference/forms.ts. */
const OFFERED = ['US', 'MX', 'GB', 'CO', 'VE', 'DO', 'CA'];
const LEAST_PEOPLE = 15_000;

/** Returns the cities of the other offered countries, such as "Austin" in "Texas, US". */
export const abroad = (cities, regions) =>
  cities
    .filter(
      ({ country, population, feature }) =>
        OFFERED.includes(country) && population >= LEAST_PEOPLE && feature !== 'PPLX',
    )
    .sort((a, b) => b.population - a.population)
    .map((city) => {
      const region = regions.get(`${city.country}.${city.region}`);
      return {
        ...city,
        name: city.name.replace(/ \(.*\)$/, ''),
        kind: 'c',
        within: region && region !== city.name ? `${region}, ${city.country}` : city.country,
      };
    });

/** Returns places near a border in countries that are not offered, so that Chios is not taken for Çeşme. */
export const neighbours = (cities, places) => {
  const cells = cellsOf(places);
  const foreign = cities
    .filter(({ country, population }) => country !== 'TR' && !OFFERED.includes(country) && population >= 500)
    .sort((a, b) => b.population - a.population);
  return thin(foreign, 0.25)
    .filter((city) => around(cells, city, 2).some((place) => kilometres(place, city) < 150))
    .map((city) => ({ ...city, kind: 'x', name: '', within: '', population: 0 }));
};
