import type { ApplicationRow } from '../../contract/schemas/applications';
import type { Decision, DeclineBody } from '../../contract/schemas/decisions';
import { anApplication } from './builders';
import { ok, type FakeApi } from './fakeApi';

export const aDecision = (given: Partial<Decision> = {}): Decision => ({
  at: '2026-11-23T09:30:00.000Z',
  by: 'Deniz Arslan',
  reason: null,
  note: null,
  tellAt: '2026-11-23T11:30:00.000Z',
  toldAt: null,
  ...given,
});

/** Returns the row after a decline. */
export const declinedRow = (
  given: Parameters<typeof anApplication>[0] = {},
  decision: Partial<Decision> = {},
): ApplicationRow => anApplication({ ...given, status: 'rejected', decision: aDecision(decision) });

const DECLINE = '/job/application/:id/decline';

/** Lets the fake server decline and reopen every application; `rowOf` makes the row of an id. */
export const withDecisions = (api: FakeApi, rowOf = (id: number) => anApplication({ id })): FakeApi =>
  api
    .on('PUT', DECLINE, ({ body }, { id }) => {
      const { reason = null, note = null, tell } = body as DeclineBody;
      const notice = tell === 'never' ? { tellAt: null } : tell === 'now' && { tellAt: '2026-11-23T09:30:00.000Z' };
      const decision = aDecision({ reason, note, ...notice });
      return ok({ application: { ...rowOf(Number(id)), status: 'rejected', decision } });
    })
    .on('DELETE', DECLINE, (_call, { id }) => ok({ application: rowOf(Number(id)), wasTold: false }));

/** The ids of the applications that were declined, in the order of the calls. */
export const declinedIds = (api: FakeApi): number[] =>
  api.callsOf('PUT', DECLINE).map(({ path }) => Number(path.split('/').at(-2)));
