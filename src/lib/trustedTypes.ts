/** The part of Trusted Types that is used here. https://w3c.github.io/trusted-types/dist/spec/ */
interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string | null; createScriptURL: (text: string) => string | null },
  ) => unknown;
}

/** What Leaflet writes by itself: a test for SVG, the signs of its zoom buttons, an icon without content. */
const KNOWN_MARKUP = new Set([
  '',
  '<svg/>',
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
]);

/** Scripts come by the bundler's own policy; what else is asked for by address is the service worker of web push. */
const isOwnScript = (text: string): boolean => {
  const { origin, pathname } = new URL(text, location.href);
  return origin === location.origin && pathname.startsWith('/dashboard/');
};

/**
 * Says what may become markup or a script's address where a plain text is given for it: a short list, and everything else
 * is refused by the browser. Without Trusted Types in the browser there is nothing to say.
 */
export const guardMarkup = (): void => {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (KNOWN_MARKUP.has(text) ? text : null),
    createScriptURL: (text) => (isOwnScript(text) ? text : null),
  });
};
