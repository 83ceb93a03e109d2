import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { ROUTES, errorKeysOf } from '../../../contract/routes';
import type { RouteContract } from '../../../contract/routes/defineRoute';
import { PLAIN_CALLS, type PlainCall } from '../../../contract/routes/plainCalls';
import { ErrorBody } from '../../../contract/schemas/envelope';
import { notFound } from '../../platform/errors';
import { matchesEtag } from '../../platform/http/headers';
import { fromRoot } from '../../platform/environment';
import { sha256 } from '../../platform/secrets';

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
    default: { $ref: '#/components/responses/Failure' },
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
      // All calls share it. With a copy in each of them, the viewer would start many seconds later.
      responses: { Failure: { description: 'Failure: one of the error keys', ...json(ErrorBody) } },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        gatewayKey: { type: 'apiKey', in: 'header', name: 'X-Gateway-Key' },
      },
    },
  };
};

/** Lets the viewer load its own files and the contract, and nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "trusted-types dompurify default; require-trusted-types-for 'script'",
].join('; ');

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Starts the viewer. It writes descriptions as markup, which the Trusted Types policy reduces to plain elements. */
const START = `globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (/^(?:[^<]|<\\/?(?:p|code|em|strong|ul|ol|li)>)*$/.test(text) ? text : null),
});
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  supportedSubmitMethods: [],
  validatorUrl: null,
  // Nothing is sent from here, so nobody needs to sign in.
  plugins: [() => ({ wrapComponents: { authorizeBtn: () => () => null } })],
});
`;

const SCRIPT = 'text/javascript; charset=utf-8';
const library = (name: string) => () => readFile(fromRoot('node_modules/swagger-ui-dist', name));

interface ViewerFile {
  type: string;
  read: () => Promise<Buffer | string>;
}

/** The files of the viewer, by their names below /docs. */
const FILES = new Map<string, ViewerFile>([
  ['start.js', { type: SCRIPT, read: async () => START }],
  ['swagger-ui-bundle.js', { type: SCRIPT, read: library('swagger-ui-bundle.js') }],
  ['swagger-ui.css', { type: 'text/css; charset=utf-8', read: library('swagger-ui.css') }],
]);

const pack = async ({ read }: ViewerFile) => {
  const content = await read();
  const hash = sha256(content).toString('base64url');
  return { gzipped: await promisify(gzip)(content), etag: `"${hash.slice(0, 22)}"` };
};

/** Registers `GET /docs`, a page that shows the OpenAPI document. It only reads: nothing can be sent from it. */
export const registerDocs = (app: FastifyInstance): void => {
  app.get('/docs', async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(HTML),
  );

  /** Compresses each file once, when it is first requested. */
  const packed = new Map<ViewerFile, ReturnType<typeof pack>>();
  app.get<{ Params: { file: string } }>('/docs/:file', async ({ params, headers }, reply) => {
    const file = FILES.get(params.file);
    if (!file) throw notFound();
    const packing = packed.get(file) ?? pack(file);
    packed.set(file, packing);
    const { gzipped, etag } = await packing;
    void reply.headers({ 'cache-control': 'public, max-age=3600', etag: `W/${etag}`, vary: 'accept-encoding' });
    if (matchesEtag(headers['if-none-match'] ?? '', etag)) return reply.code(304).send();
    void reply.type(file.type);
    if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(await file.read());
    return reply.header('content-encoding', 'gzip').send(gzipped);
  });
};
