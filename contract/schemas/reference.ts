import { Type, type Static } from 'typebox';
import { PLACES_MAX, SEARCH_MAX } from '../constants/limits';
import { CONTENT_NAMES, FORM_NAMES, LANGUAGES } from '../constants/options';
import { Id, LocationText, Named, Nullable, OneOf } from './common';

export const Categories = Type.Array(Named);
export type Category = Named;

/** Public holidays of the marketplace's country, `YYYY.MM.DD`, for last year, this year and next year. */
export const Holidays = Type.Array(Type.String({ pattern: '^\\d{4}\\.\\d{2}\\.\\d{2}$' }));
export type Holidays = Static<typeof Holidays>;

export const FormInputListBody = Type.Object({ formName: OneOf(FORM_NAMES) });

export const FormField = Type.Object({
  name: Type.String(),
  isActive: Type.Boolean(),
  isRequired: Type.Boolean(),
  options: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Integer()]))),
});
export type FormField = Static<typeof FormField>;
export const FormInputList = Type.Object({ fields: Type.Array(FormField) });

/** Searches tax offices by folded name. Without a text it returns the first ones by name. */
export const TaxOfficeQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })) });
export const TaxOffices = Type.Array(Named);
export type TaxOffice = Named;

/** `countryAttributes.taxOfficeActive`: companies of this country have a tax office. */
export const Country = Type.Object({
  id: Id,
  countryName: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  countryCode: Type.String(),
  phoneCode: Type.String(),
  languageCode: OneOf(LANGUAGES),
  countryAttributes: Type.Object({ taxOfficeActive: Type.Boolean(), phoneExample: Type.String() }),
  defaultLanguage: OneOf(LANGUAGES),
});
export type Country = Static<typeof Country>;
export const Countries = Type.Array(Country);

/** `location` is present when the visitor allows it. `language` is the browser's language, such as es-MX. */
export const CountryCheckBody = Type.Object({
  location: Type.Optional(Nullable(LocationText)),
  language: Type.Optional(Type.String({ maxLength: 35 })),
});
export type CountryCheckBody = Static<typeof CountryCheckBody>;
/** Without detection, `country` is the marketplace's country. */
export const CountryCheck = Type.Object({ isDetected: Type.Boolean(), country: Country });
export type CountryCheck = Static<typeof CountryCheck>;

/** `country` (ISO alpha-2) leaves out the places of all others. `near` puts the nearer of two equal names first. */
export const PlacesQuery = Type.Object({
  q: Type.String({ minLength: 1, maxLength: SEARCH_MAX }),
  country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
  near: Type.Optional(LocationText),
});
export type PlacesQuery = Static<typeof PlacesQuery>;
export const Place = Type.Object({ name: Type.String(), latitude: Type.Number(), longitude: Type.Number() });
export type Place = Static<typeof Place>;
export const Places = Type.Array(Place, { maxItems: PLACES_MAX });

/** Places to label on a map of that centre and zoom, the most important first. */
export const NearbyQuery = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  zoom: Type.Number({ minimum: 1, maximum: 20 }),
});
export type NearbyQuery = Static<typeof NearbyQuery>;
/** `name` is short, for a label; `fullName` also names the district and the province. */
export const NearbyPlace = Type.Object({ ...Place.properties, fullName: Type.String() });
export type NearbyPlace = Static<typeof NearbyPlace>;
export const NearbyPlaces = Type.Array(NearbyPlace, { maxItems: 60 });

export const ContentParams = Type.Object({
  name: OneOf(CONTENT_NAMES),
  code: Type.String({ pattern: '^[A-Za-z]{2}$' }),
});
/** A document in the language `lang`. `html` holds only headings, paragraphs, lists and emphasis. */
export const Content = Type.Object({ title: Type.String(), html: Type.String(), lang: Type.String() });
export type Content = Static<typeof Content>;
