import type { Page, Response } from '@playwright/test';

/** The translated texts, and the calls in which React could not find a node. */
interface Translation {
  /** The texts that were replaced. */
  texts: string[];
  problems: string[];
}

declare global {
  interface Window {
    translation?: Translation;
  }
}

/**
 * Replaces each text of the page with `<font>` elements of the same words, now and after each change, as Chrome's
 * translator does. Records changes that nobody would see, and calls that would crash the page.
 */
const translator = () => {
  const translation: Translation = { texts: [], problems: [] };
  window.translation = translation;
  /** Records calls with a node that is not a child, also when the page replaces the method. */
  const watchCall = (name: 'insertBefore' | 'removeChild', at: number) => {
    const watched = (method: (...nodes: Node[]) => Node) =>
      function (this: Node, ...nodes: Node[]) {
        const node = nodes[at];
        if (node && node.parentNode !== this) translation.problems.push(`${name}: ${node.textContent ?? ''}`);
        return method.apply(this, nodes);
      };
    let current = watched(Node.prototype[name] as (...nodes: Node[]) => Node);
    Object.defineProperty(Node.prototype, name, {
      configurable: true,
      get: () => current,
      set: (next: typeof current) => {
        current = watched(next);
      },
    });
  };
  watchCall('insertBefore', 1);
  watchCall('removeChild', 0);

  const unseen = new MutationObserver((changes) => {
    for (const { target, oldValue } of changes)
      if (!target.isConnected && target.nodeValue !== oldValue)
        translation.problems.push(`unseen: ${oldValue ?? ''} became ${target.nodeValue ?? ''}`);
  });
  const replace = (text: Text) => {
    const around = text.parentElement;
    if (!around || text.data.trim() === '') return;
    if (around.closest('font, script, style, noscript, textarea, svg, title, [translate="no"]')) return;
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstElementChild!.append(text.data);
    translation.texts.push(text.data.trim());
    unseen.observe(text, { characterData: true, characterDataOldValue: true });
    text.replaceWith(font);
  };
  const translate = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (root instanceof Text) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(translate);
  }).observe(document, { childList: true, subtree: true });
};

const NAMES = /^(companyName|email|phone|userName|author)$/;

const namesIn = (value: unknown, names: Set<string>): void => {
  if (typeof value !== 'object' || value === null) return;
  const { firstName, lastName } = value as Record<string, unknown>;
  if (typeof firstName === 'string' && typeof lastName === 'string') names.add(`${firstName} ${lastName}`.trim());
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === 'string' && NAMES.test(key)) names.add(part.trim());
    namesIn(part, names);
  }
};

/** Translates the page's next documents. Returns a function that reads the problems of the open one. */
export const translatePage = async (page: Page): Promise<() => Promise<string[]>> => {
  const names = new Set<string>();
  const read = async (answer: Response) => {
    if (/\/(shared-)?api\//.test(answer.url())) namesIn(await answer.json().catch(() => null), names);
  };
  page.on('response', (answer) => void read(answer));
  await page.addInitScript(translator);
  return async () => {
    const { texts, problems } = await page.evaluate(() => window.translation!);
    const translated = texts.filter((text) => names.has(text)).map((text) => `a name was translated: ${text}`);
    return [...new Set([...problems, ...translated])];
  };
};
