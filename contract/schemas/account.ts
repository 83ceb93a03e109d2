import { Type, type Static } from 'typebox';
import { ADDRESS_MAX, AVATAR_MAX, SMS_CODE_DIGITS, TEXT_MAX } from '../constants/limits';
import { SolvedChallenge } from './challenge';
import { Email, FilledText, Id, Instant, IntegerText, LocationText, Nullable, Password, PhoneDigits } from './common';
import { SessionUser } from './session';

/** The proof of a verified phone: 128 random bits. */
const PhoneVerifyCode = Type.String({ minLength: 1, maxLength: 64 });

/** The ISO alpha-2 code of the phone's country, in capitals. */
const CountryCode = Type.String({ pattern: '^[A-Z]{2}$' });

/** `country` is the id from `/countries`. */
export const RegisterBody = Type.Object({
  email: Email,
  password: Password,
  firstName: FilledText(TEXT_MAX),
  lastName: FilledText(TEXT_MAX),
  companyName: FilledText(TEXT_MAX),
  phone: PhoneDigits,
  country: Id,
  location: LocationText,
  agreement: Type.Literal(true),
  phoneVerifyCode: PhoneVerifyCode,
});
export type RegisterBody = Static<typeof RegisterBody>;

/**
 * A random text that the client generates and sends with both calls, so that other senders to the same phone cannot
 * change this code. Without one, the server uses the caller's network. See docs/API.md#phone-calls.
 */
const Ticket = Type.String({ minLength: 16, maxLength: 64 });

/**
 * `isVerify`: the number must not belong to an account. `resend` sends the same code and keeps the count of tries.
 * `solved` answers `challenge.required`.
 */
export const SendCodeBody = Type.Object({
  phone: PhoneDigits,
  countryCode: CountryCode,
  isVerify: Type.Boolean(),
  resend: Type.Optional(Type.Boolean()),
  ticket: Type.Optional(Ticket),
  solved: Type.Optional(SolvedChallenge),
});
export type SendCodeBody = Static<typeof SendCodeBody>;
export const SendCodePayload = Type.Object({ status: Type.Literal('user.phone.verified_code.send') });

/** `solved` answers `challenge.required`. */
export const VerifyPhoneBody = Type.Object({
  phone: PhoneDigits,
  code: Type.String({ pattern: `^\\d{${SMS_CODE_DIGITS}}$` }),
  ticket: Type.Optional(Ticket),
  solved: Type.Optional(SolvedChallenge),
});
export type VerifyPhoneBody = Static<typeof VerifyPhoneBody>;
export const VerifyPhonePayload = Type.Object({ phoneVerifyCode: Type.String() });
export type VerifyPhonePayload = Static<typeof VerifyPhonePayload>;

/** Accepts any text: the server rejects a malformed address with its own error key. */
export const ForgetPasswordBody = Type.Object({ email: Type.String({ maxLength: 1000 }) });
export type ForgetPasswordBody = Static<typeof ForgetPasswordBody>;

/**
 * The code of a mailed link that sets a password or restores an email. Any text is accepted: the server answers a
 * mangled code like an unknown one.
 */
export const ResetToken = Type.Object({ token: Type.String({ minLength: 1 }) });

export const ResetPasswordBody = Type.Object({ firstPassword: Password, secondPassword: Password });
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;

/**
 * `image` is a JPEG in base64, with or without `data:image/jpeg;base64,`. When it is absent or null, the picture
 * stays. `phoneVerifyCode` belongs to a changed phone. The server ignores `formData`, the loaded form definition.
 */
export const ProfileUpdateBody = Type.Object({
  firstName: FilledText(TEXT_MAX),
  lastName: FilledText(TEXT_MAX),
  email: Email,
  phone: PhoneDigits,
  location: LocationText,
  commercialTitle: Type.Optional(Nullable(Type.String({ maxLength: TEXT_MAX }))),
  website: Type.Optional(Nullable(Type.String({ maxLength: TEXT_MAX }))),
  companyAddress: Type.Optional(Nullable(Type.String({ maxLength: ADDRESS_MAX }))),
  image: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: AVATAR_MAX }))),
  taxOffice: Type.Optional(Nullable(Id)),
  taxOfficeNumber: Type.Optional(Nullable(IntegerText)),
  phoneVerifyCode: Type.Optional(PhoneVerifyCode),
  formData: Type.Optional(Type.Unknown()),
});
export type ProfileUpdateBody = Static<typeof ProfileUpdateBody>;
export const ProfilePayload = Type.Object({ user: SessionUser });

export const EmailRestorationPayload = Type.Object({ email: Type.String() });
export type EmailRestorationPayload = Static<typeof EmailRestorationPayload>;

/** A sign-in of the user. `device` is the browser's description of itself, such as "Chrome, Windows". */
export const UserSession = Type.Object({
  id: Id,
  createdAt: Instant,
  lastSeenAt: Instant,
  device: Nullable(Type.String()),
  address: Nullable(Type.String()),
  isCurrent: Type.Boolean(),
});
export type UserSession = Static<typeof UserSession>;
export const UserSessions = Type.Array(UserSession);
