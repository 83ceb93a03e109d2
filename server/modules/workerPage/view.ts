import type { Language } from '../../../contract/constants/options';
import type { Deps } from '../../platform/deps';
import type { OpenLink } from './access';
import type { Done, Problem } from './forms';
import { sayIn, createTimes } from './page/parts';
import type { View } from './page/view';
import { findAppointment, findFirstDay, listNewest } from './repository';
import { MESSAGES_SHOWN } from './rules';
import { newNonce } from './service';

interface ViewOptions {
  language: Language;
  token: string;
  done?: Done | null;
  problem?: Problem | null;
  /** The nonce of a refused reply. */
  nonce?: string | undefined;
}

/** Reads what the page of a link shows. It only reads. */
export const viewOf = async (
  { db, clock, settings }: Deps,
  { link, application, privacy }: OpenLink,
  { language, token, done = null, problem = null, nonce = newNonce() }: ViewOptions,
): Promise<View> => {
  const { appointmentId, threadId } = application;
  const appointment = appointmentId === null ? undefined : await findAppointment(db, link, appointmentId);
  const firstDay = await findFirstDay(db, link);
  // One more, to know whether there are older ones.
  const newest = threadId === null ? [] : await listNewest(db, threadId, MESSAGES_SHOWN + 1);
  const { timeZone } = settings;
  const now = clock.now();
  const say = sayIn(language);
  return {
    language,
    say,
    times: createTimes(language, timeZone, { say, now }),
    timeZone,
    now,
    path: `/w/${token}`,
    nonce,
    application,
    privacy,
    appointment: appointment ?? null,
    firstDay: firstDay ?? null,
    messages: newest.slice(-MESSAGES_SHOWN),
    hasOlder: newest.length > MESSAGES_SHOWN,
    done,
    problem,
  };
};
