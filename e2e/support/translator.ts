import type { Page, Response } from '@playwright/test';

/** What a browser that translates the page did, and what React did to nodes that it could no longer find. */
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
 * Replaces each text of the page by `<font>` elements with the same words, now and whenever it changes, as Chrome's
 * translator does. Records the texts that change unseen and the calls that would have lost the page.
 */
const translator = () => {
  const translation: Translation = { texts: [], problems: [] };
  window.translation = translation;
  /** Records the calls on the page's own method, which the page may replace, with a node that is not a child. */
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

/** Opens the page's next documents in a browser that translates them. Returns what went wrong on the open one. */
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
