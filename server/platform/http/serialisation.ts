import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/** Serialises replies by their schemas. Each is compiled at its first reply, which keeps starts short. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialise: ((data: unknown) => string) | undefined;
  return (data: unknown) => {
    serialise ??= fastJson(schema as Parameters<typeof fastJson>[0]);
    return serialise(data);
  };
};
