import { Type } from 'typebox';
import { ENDED_APPLICATION_KEYS, ERROR_KEYS } from '../constants/errorKeys';
import { ApplicationPayload } from '../schemas/applications';
import { Id } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { FirstDayBody, FirstDayOutcomeBody } from '../schemas/firstDay';
import { defineRoute } from './defineRoute';

const params = Type.Object({ id: Id });

export const putFirstDay = defineRoute({
  id: 'putFirstDay',
  summary: 'Set or change the first day of somebody who accepted the offer, and tell the worker',
  method: 'PUT',
  path: '/api/job/application/:id/first-day',
  access: { level: 'branch' },
  params,
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

export const putFirstDayOutcome = defineRoute({
  id: 'putFirstDayOutcome',
  summary: 'Record whether the worker started; null takes the record back for 15 minutes',
  method: 'PUT',
  path: '/api/job/application/:id/first-day/outcome',
  access: { level: 'branch' },
  params,
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
