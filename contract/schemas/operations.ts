import { Type } from 'typebox';

export const Health = Type.Object({ status: Type.Literal('ok') });
export const Ready = Type.Object({
  status: Type.Union([Type.Literal('ready'), Type.Literal('unavailable')]),
  store: Type.Boolean(),
  migrations: Type.Boolean(),
});
