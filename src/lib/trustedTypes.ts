/** The used part of Trusted Types. https://w3c.github.io/trusted-types/dist/spec/ */
interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string | null; createScriptURL: (text: string) => string | null },
  ) => unknown;
}

/** Markup that Leaflet writes: a test for SVG, the labels of its zoom buttons, an icon without content. */
const KNOWN_MARKUP = new Set([
  '',
  '<svg/>',
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
]);

/** True for the service worker of web push, the only script besides those that the bundler's policy allows. */
const isOwnScript = (text: string): boolean => {
  const { origin, pathname } = new URL(text, location.href);
  return origin === location.origin && pathname.startsWith('/dashboard/');
};

/**
 * Creates the default policy: it allows a short list of markup and script addresses, and the browser refuses
 * everything else. Does nothing in a browser without Trusted Types.
 */
export const guardMarkup = (): void => {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (KNOWN_MARKUP.has(text) ? text : null),
    createScriptURL: (text) => (isOwnScript(text) ? text : null),
  });
};
