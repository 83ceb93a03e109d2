import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { addConsent, withdrawConsent } from '../privacy';
import { joinRoster, withdraw, type Member, type NewMembership } from '../roster';

/** Puts somebody with a proved phone on the roster of an account and notes the consent. */
export const join = async (change: Change, membership: NewMembership): Promise<Member> => {
  const member = await joinRoster(change, membership);
  await addConsent(change, membership, 'roster');
  return member;
};

/** Takes somebody off a roster. The consent, which an organisation has once, ends with the last of its rosters. */
export const leave = async (change: Change, deps: Pick<Deps, 'codeSecret'>, member: Member): Promise<void> => {
  if (await withdraw(change, deps, member)) await withdrawConsent(change, member, 'roster');
};
