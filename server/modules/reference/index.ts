import type { FastifyInstance } from 'fastify';
import {
  getCategories,
  getContent,
  getCountries,
  getHolidays,
  getNearbyPlaces,
  getPlaces,
  getTaxOffices,
  postCountryCheck,
  postFormInputList,
} from '../../../contract/routes/reference';
import { wallTime } from '../../../contract/zone';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { parsePoint } from '../../platform/geo';
import { route } from '../../platform/http/route';
import { contentOf, COUNTRIES, checkCountry, holidaysAround, formFields } from './forms';
import { nearbyPlaces, searchPlaces } from './places';
import { findCountryCode, listCategories, listTaxOffices } from './repository';
export * from './forms';
export * from './places';

const registerPublic = (app: FastifyInstance, { settings }: Deps): void => {
  route(app, getCountries, async () => ({ payload: [...COUNTRIES] }));
  route(app, postCountryCheck, async ({ body }) => ({ payload: checkCountry(body, settings.countryCode) }));
  route(app, getPlaces, async ({ query: { q, country, near } }) => ({
    payload: searchPlaces(q, {
      countryCode: country?.toUpperCase(),
      near: near === undefined ? undefined : parsePoint(near, 'near'),
    }),
  }));
  route(app, getNearbyPlaces, async ({ query }) => ({ payload: nearbyPlaces(query) }));
  route(app, getContent, async ({ params }) => {
    const content = await contentOf(params.name, params.code);
    if (!content) throw notFound();
    return { payload: content };
  });
};

export const registerReference = (app: FastifyInstance, deps: Deps): void => {
  const { db, clock, settings } = deps;
  registerPublic(app, deps);

  route(app, getCategories, async () => ({ payload: await listCategories(db) }));

  route(app, getHolidays, async () => {
    const year = Number(wallTime(clock.now(), settings.timeZone).slice(0, 4));
    return { payload: holidaysAround(settings.countryCode, year) };
  });

  route(app, getTaxOffices, async ({ query }) => ({ payload: await listTaxOffices(db, query.q ?? '') }));

  route(app, postFormInputList, async ({ body, user }) => {
    const country = (await findCountryCode(db, user.id)) ?? settings.countryCode;
    return { payload: { fields: [...formFields(body.formName, country)] } };
  });
};
