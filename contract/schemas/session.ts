import { Type, type Static } from 'typebox';
import { FCM_TOKEN_MAX } from '../constants/limits';
import { LANGUAGES } from '../constants/options';
import { SolvedChallenge } from './challenge';
import { Email, Id, Named, Nullable, OneOf, Password } from './common';

/** `solved` answers `challenge.required`. */
export const LoginBody = Type.Object({
  email: Email,
  password: Password,
  solved: Type.Optional(SolvedChallenge),
});
export type LoginBody = Static<typeof LoginBody>;

export const ReauthenticateBody = Type.Object({ password: Password });
export type ReauthenticateBody = Static<typeof ReauthenticateBody>;

const GeoPoint = Type.Object({
  latitude: Type.Number(),
  longitude: Type.Number(),
  name: Nullable(Type.String()),
});

/** The signed-in user. HR and root accounts have no `counts`. */
export const SessionUser = Type.Object({
  id: Id,
  userType: OneOf(['branch', 'company', 'hr_account', 'root']),
  grantLevel: Type.Integer(),
  organisationId: Id,
  companyName: Nullable(Type.String()),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  imageUrl: Nullable(Type.String()),
  about: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  location: Nullable(GeoPoint),
  geoLocation: Type.Array(GeoPoint),
  counts: Type.Optional(
    Type.Object({ jobs: Type.Integer(), shortLists: Type.Integer(), applications: Type.Integer() }),
  ),
  taxOffice: Nullable(Named),
  taxOfficeNumber: Nullable(Type.String()),
  website: Nullable(Type.String()),
  commercialTitle: Nullable(Type.String()),
  companyAddress: Nullable(Type.String()),
  dashboardAccess: Type.Boolean(),
  jobCreationBalance: Type.Integer(),
  language: Type.Object({
    id: Id,
    languageName: Type.String(),
    languageCode: OneOf(LANGUAGES),
    isActive: Type.Boolean(),
  }),
  country: Type.Object({
    id: Id,
    country_code: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
  }),
  activeJobCount: Type.Integer(),
  /**
   * Whether the organisation may filter applications by age, gender and military service. Servers of the previous
   * release do not send it and always allow it.
   */
  personalFilters: Type.Optional(Type.Boolean()),
  /**
   * Whether devices of staff keep the last day, to read without a network. A server of the release before does not send
   * it.
   */
  offlineReading: Type.Optional(Type.Boolean()),
  peopleBoxCredential: Nullable(Type.Object({ status: Type.String() })),
});
export type SessionUser = Static<typeof SessionUser>;

export const SessionPayload = Type.Object({ user: SessionUser, access_token: Type.String() });
export type SessionPayload = Static<typeof SessionPayload>;

/** An FCM token or a web-push subscription as JSON. Null clears it. */
export const FcmTokenBody = Type.Object({
  fcm_token: Nullable(Type.String({ minLength: 1, maxLength: FCM_TOKEN_MAX })),
});
