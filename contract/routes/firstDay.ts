import { Type } from 'typebox';
import { ENDED_APPLICATION_KEYS, ERROR_KEYS } from '../constants/errorKeys';
import { ApplicationPayload } from '../schemas/applications';
import { IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { FirstDayBody, FirstDayOutcomeBody } from '../schemas/firstDay';
import { defineRoute } from './defineRoute';

export const putFirstDay = defineRoute('putFirstDay', 'PUT /api/job/application/:id/first-day', {
  summary: 'Set or change the first day of somebody who accepted the offer, and tell the worker',
  params: IdParams,
  body: FirstDayBody,
  /** `isTold`: whether the worker can be told; absent when nothing changed. A server of the previous release omits it. */
  reply: envelope(Type.Object({ ...ApplicationPayload.properties, isTold: Type.Optional(Type.Boolean()) })),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.appointmentDate,
    ...ENDED_APPLICATION_KEYS,
    ERROR_KEYS.offerNotAccepted,
    ERROR_KEYS.firstDayRecorded,
  ],
});

export const putFirstDayOutcome = defineRoute('putFirstDayOutcome', 'PUT /api/job/application/:id/first-day/outcome', {
  summary: 'Record whether the worker started; null takes the record back for 15 minutes',
  params: IdParams,
  body: FirstDayOutcomeBody,
  reply: envelope(ApplicationPayload),
  errors: [
    ERROR_KEYS.notFound,
    ...ENDED_APPLICATION_KEYS,
    ERROR_KEYS.firstDayMissing,
    ERROR_KEYS.firstDayAhead,
    ERROR_KEYS.feedbackTooOld,
  ],
});
