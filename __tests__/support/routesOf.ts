import type { TestServer } from './testServer';

/** Parses every route out of the tree that Fastify prints. */
export const routesOf = ({ app }: TestServer): { method: 'GET'; url: string }[] => {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
      const depth = indent.length / 4;
      above.splice(depth, above.length, part);
      const url = above.join('');
      return methods.split(', ').flatMap((method) => (method === '' ? [] : [{ method: method as 'GET', url }]));
    });
};

/** Returns a route without the names of its parameters; Fastify prints two names of one as `:externalId|:id`. */
export const nameless = (method: string, url: string): string => `${method} ${url.replace(/:\w+(\|:\w+)*/g, ':')}`;
