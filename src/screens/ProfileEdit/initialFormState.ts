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

export interface InitialFormState {
  initialValues: ProfileValues;
  /** The code that verifies this phone number only. */
  proof: { phone: string; code: string } | null;
  /** The user returns from the verification in the same visit, so the form submits itself. */
  submitsAutomatically: boolean;
  /** The form holds values that the user typed before. */
  isRestored: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Takes only known fields of the right type from a route state. */
const valuesOf = (routeValues: unknown, profileValues: ProfileValues): ProfileValues | null => {
  if (!isObject(routeValues)) return null;
  const entries = Object.entries(profileValues).map(([name, value]) => {
    const next = routeValues[name];
    const isValid = typeof value === 'string' ? typeof next === 'string' : next === null || isObject(next);
    return [name, isValid ? next : value];
  });
  return Object.fromEntries(entries) as unknown as ProfileValues;
};

/**
 * Returns the initial state of the form: the draft in memory, else the route state, else the profile. It is read once.
 */
export const useInitialFormState = (user: SessionUser): InitialFormState => {
  const { state, key } = useLocation();
  const { draft, awaitsPhone, leftEntries } = useFields(selectProfile, 'draft', 'awaitsPhone', 'leftEntries');
  const [initialState] = useState((): InitialFormState => {
    const route: RouteState = isObject(state) && !leftEntries.includes(key) ? state : {};
    const profileValues = fromUser(user);
    const typed = draft ?? valuesOf(route.values, profileValues);
    const { phone, phoneVerifyCode: code } = route;
    const proof = typeof phone === 'string' && typeof code === 'string' ? { phone, code } : null;
    return {
      initialValues: typed ?? profileValues,
      proof,
      submitsAutomatically: awaitsPhone && proof !== null && typed?.phone === proof.phone,
      isRestored: typed !== null,
    };
  });
  return initialState;
};
