import { Type, type Static } from 'typebox';
import { COVER_BYTES_MAX, SEARCH_MAX, TAG_MAX, TEXT_MAX } from '../constants/limits';
import { FilledText, Id, LocationText, Named, Nullable, OneOf } from './common';

/** A place of work. `position` is the location as text. */
export const CompanyLocation = Type.Object({
  id: Id,
  name: Type.String(),
  address: Nullable(Type.String()),
  position: Type.String(),
});
export type CompanyLocation = Static<typeof CompanyLocation>;
export const CompanyLocations = Type.Array(CompanyLocation);
/** `targetUserId`, from root and HR, names the owner of the places. Without it, the caller. */
export const CompanyLocationQuery = Type.Object({ targetUserId: Type.Optional(Id) });
export const CompanyLocationBody = Type.Object({
  name: FilledText(TAG_MAX),
  location: LocationText,
  targetUser: Type.Optional(Type.Union([Id, Type.String({ maxLength: 4096 })])),
});
export type CompanyLocationBody = Static<typeof CompanyLocationBody>;
export const CompanyLocationPayload = Type.Object({ id: Id, location: CompanyLocation });

export const PositionsQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })) });
export const Positions = Type.Array(Named);

/** Benefits (fare, free meal, health insurance) come first, in the request's language. */
export const Tags = Type.Array(Named);
export const TagBody = Type.Object({ name: FilledText(TAG_MAX) });
export const TagPayload = Type.Object({ tag: Named });

export const SpokenLanguage = Type.Object({ id: Id, languageName: Type.String() });
export type SpokenLanguage = Static<typeof SpokenLanguage>;
export const SpokenLanguages = Type.Array(SpokenLanguage);

/** `contentLength` is the size in bytes of the file to PUT to `uploadUrl`. */
export const JobImageBody = Type.Object({
  fileName: FilledText(TEXT_MAX),
  contentType: OneOf(['image/jpeg', 'image/png']),
  contentLength: Type.Integer({ minimum: 1, maximum: COVER_BYTES_MAX }),
});
export type JobImageBody = Static<typeof JobImageBody>;
/** `uploadUrl` works once, for that length and type. A job names the cover by `imageUrl`. */
export const JobImagePayload = Type.Object({ uploadUrl: Type.String(), imageUrl: Type.String() });
export type JobImagePayload = Static<typeof JobImagePayload>;
