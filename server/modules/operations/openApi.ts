import { ROUTES, errorKeysOf } from '../../../contract/routes';
import type { RouteContract } from '../../../contract/routes/defineRoute';
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

const operationOf = (route: RouteContract) => ({
  operationId: route.id,
  summary: route.summary,
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

/** Returns the contract as an OpenAPI 3.1 document. Its schemas already are JSON Schema. */
export const openApiDocument = () => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
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
