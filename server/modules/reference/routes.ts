import type { FastifyInstance } from 'fastify';
import { getCategories, getHolidays, postFormInputList } from '../../../contract/routes/reference';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { wallTime } from '../../platform/zone';
import { formFields } from './forms';
import { holidaysAround } from './holidays';
import { listCategories } from './repository';

/** Shared data: categories, holidays, which fields a form shows. */
export const registerReference = (app: FastifyInstance, { db, clock, settings }: Deps): void => {
  route(app, getCategories, async () => ({ payload: await listCategories(db) }));

  route(app, getHolidays, async () => {
    const year = Number(wallTime(clock.now(), settings.timeZone).slice(0, 4));
    return { payload: holidaysAround(settings.countryCode, year) };
  });

  route(app, postFormInputList, async ({ body }) => ({
    payload: { fields: [...formFields(body.formName, settings.countryCode)] },
  }));
};
