import { ROUTES, errorKeysOf } from '../../../contract/routes';
import type { RouteContract } from '../../../contract/routes/defineRoute';
import { PLAIN_CALLS, type PlainCall } from '../../../contract/routes/plainCalls';
import { ErrorBody } from '../../../contract/schemas/envelope';

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

const parametersOf = (place: 'path' | 'query', schema: unknown) => {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }));
};

const securityOf = ({ access }: RouteContract) => {
  if (access === 'public') return [];
  return access === 'gateway' ? [{ gatewayKey: [] }] : [{ bearer: [] }];
};

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

/** The file responses of a route by media type. */
const files = ({ produces = [] }: RouteContract) =>
  Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

/** Groups calls by the first part of their path below the base of the main API. */
const tagsOf = (path: string): string[] => {
  const [, first = '', second = ''] = path.split('/');
  return [first === 'api' ? second : first];
};

const operationOf = (route: RouteContract) => ({
  operationId: route.id,
  summary: route.summary,
  tags: tagsOf(route.path),
  security: securityOf(route),
  parameters: [...parametersOf('path', route.params), ...parametersOf('query', route.query)],
  ...(route.body && { requestBody: { required: true, ...json(route.body) } }),
  ...(typeof route.access === 'object' && { 'x-level': route.access.level, 'x-types': route.access.types }),
  'x-error-keys': errorKeysOf(route),
  responses: {
    200: { description: 'Success', content: { ...json(route.reply).content, ...files(route) } },
    default: { description: 'Failure: one of the error keys', ...json(ErrorBody) },
  },
});

const TEXT = { type: 'string' };
const textParameter = (place: 'path' | 'query') => (name: string) => ({
  name,
  in: place,
  required: place === 'path',
  schema: TEXT,
});

const plainOperationOf = ({ id, summary, path, query = [], body, answer }: PlainCall) => ({
  operationId: id,
  summary,
  tags: tagsOf(path),
  security: [],
  parameters: [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => textParameter('path')(name)),
    ...query.map(textParameter('query')),
  ],
  ...(body && { requestBody: { required: true, content: { [body]: {} } } }),
  responses:
    typeof answer === 'string'
      ? { 200: { description: 'Success', content: { [answer]: {} } } }
      : { [answer.redirect]: { description: 'Leads on' } },
});

/** Returns every call as an OpenAPI 3.1 document. The contract's schemas already are JSON Schema. */
export const openApiDocument = () => {
  const paths: Record<string, Record<string, unknown>> = {};
  const add = ({ path: pattern, method }: Pick<RouteContract, 'path' | 'method'>, operation: unknown) => {
    const path = pattern.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const route of ROUTES) add(route, operationOf(route));
  for (const call of PLAIN_CALLS) add(call, plainOperationOf(call));
  return {
    openapi: '3.1.0',
    info: { title: 'Employer dashboard', version: '1' },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        gatewayKey: { type: 'apiKey', in: 'header', name: 'X-Gateway-Key' },
      },
    },
  };
};
