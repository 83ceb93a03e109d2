import type { NeedKind } from '../../contract/rules/need';
import type { FilledJob, NeedsPayload } from '../../contract/schemas/today';
import type { NeedRow } from '../../src/domains/today';
import { anApplication } from './builders';
import { NOW } from './fakeClock';

type GivenApplication = NonNullable<Parameters<typeof anApplication>[0]>;

/** Returns an application that waits; `minutes` is how long its time is away, negative when it has passed. */
export const aNeed = (
  id: number,
  kind: NeedKind,
  {
    minutes = -10,
    snoozedUntil = null,
    number,
    body,
    ...given
  }: { minutes?: number; snoozedUntil?: string | null; number?: number; body?: string } & GivenApplication = {},
): NeedRow => ({
  ...anApplication({ id, ...given }),
  need: {
    kind,
    at: new Date(NOW + minutes * 60_000).toISOString(),
    snoozedUntil,
    ...(number !== undefined && { number }),
    ...(body !== undefined && { body }),
  },
});

const NO_COUNTS = { attendance: 0, answer: 0, outcome: 0, first_day: 0, rebook: 0, decide: 0, invite: 0, offer: 0 };

export const needCounts = ({
  counts,
  lapsed,
  ...given
}: {
  now?: number;
  coming?: number;
  counts?: Partial<NeedsPayload['counts']>;
  lapsed?: Partial<NeedsPayload['lapsed']>;
  filled?: NeedsPayload['filled'];
} = {}): NeedsPayload => ({
  now: 0,
  coming: 0,
  ...given,
  counts: { ...NO_COUNTS, ...counts },
  lapsed: { decide: 0, invite: 0, ...lapsed },
});

/** Returns a job that has as many hires as wanted. */
export const aFilledJob = (change: Partial<FilledJob> = {}): FilledJob => ({
  id: 100,
  title: 'Barista',
  companyName: 'Mavi Fincan Kadıköy',
  hired: 3,
  hiresWanted: 3,
  waiting: 41,
  ...change,
});
