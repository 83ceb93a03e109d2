import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/** Returns the serialiser of a schema. It is compiled at its first use, which keeps starts short. */
export const serialiserOf = (schema: TSchema) => {
  let serialise: ((data: unknown) => string) | undefined;
  return (data: unknown) => {
    serialise ??= fastJson(schema as Parameters<typeof fastJson>[0]);
    return serialise(data);
  };
};

/** Serialises replies by their schemas. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => serialiserOf(schema);
