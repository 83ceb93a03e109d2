import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { selectProfile, type ProfileValues } from '../../domains/profile';
import type { SessionUser } from '../../domains/session';
import { useFields } from '../../store/hooks';
import { fromUser } from './form';

/** The route state that the phone verification sets. */
interface RouteState {
  phone?: unknown;
  values?: unknown;
  phoneVerifyCode?: unknown;
}

export interface Arrival {
  initialValues: ProfileValues;
  /** The code that verifies this phone number only. */
  proof: { phone: string; code: string } | null;
  /** The user returns from the verification in the same visit, so the form submits itself. */
  sendsItself: boolean;
  /** The form holds values that the user typed before. */
  isRestored: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Takes only known fields of the right type from a route state. */
const valuesOf = (given: unknown, before: ProfileValues): ProfileValues | null => {
  if (!isObject(given)) return null;
  const known = Object.entries(before).map(([name, value]) => {
    const next = given[name];
    const fits = typeof value === 'string' ? typeof next === 'string' : next === null || isObject(next);
    return [name, fits ? next : value];
  });
  return Object.fromEntries(known) as unknown as ProfileValues;
};

/**
 * Returns the initial state of the form: the draft in memory, else the route state, else the profile. It is read once.
 */
export const useArrival = (user: SessionUser): Arrival => {
  const { state, key } = useLocation();
  const { draft, awaitsPhone, leftEntries } = useFields(selectProfile, 'draft', 'awaitsPhone', 'leftEntries');
  const [arrival] = useState((): Arrival => {
    const route: RouteState = isObject(state) && !leftEntries.includes(key) ? state : {};
    const before = fromUser(user);
    const typed = draft ?? valuesOf(route.values, before);
    const { phone, phoneVerifyCode: code } = route;
    const proof = typeof phone === 'string' && typeof code === 'string' ? { phone, code } : null;
    return {
      initialValues: typed ?? before,
      proof,
      sendsItself: awaitsPhone && proof !== null && typed?.phone === proof.phone,
      isRestored: typed !== null,
    };
  });
  return arrival;
};
