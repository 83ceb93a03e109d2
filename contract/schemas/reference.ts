import { Type, type Static } from 'typebox';
import { FORM_NAMES } from '../constants/options';
import { Named, OneOf } from './common';

export const Categories = Type.Array(Named);
export type Category = Static<typeof Named>;

/** Public holidays of the marketplace's country, `YYYY.MM.DD`, this year and the two around it. */
export const Holidays = Type.Array(Type.String({ pattern: '^\\d{4}\\.\\d{2}\\.\\d{2}$' }));
export type Holidays = Static<typeof Holidays>;

export const FormInputListBody = Type.Object({ formName: OneOf(FORM_NAMES) });
export type FormInputListBody = Static<typeof FormInputListBody>;

export const FormField = Type.Object({
  name: Type.String(),
  isActive: Type.Boolean(),
  isRequired: Type.Boolean(),
  options: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Integer()]))),
});
export type FormField = Static<typeof FormField>;
export const FormInputList = Type.Object({ fields: Type.Array(FormField) });
export type FormInputList = Static<typeof FormInputList>;
