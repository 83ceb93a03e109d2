import type { Locator, Page } from '@playwright/test';

/** Enlarges the text of the open page to 140 %, in the one way that the security policy allows. */
export const enlarge = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 140% }');
    document.adoptedStyleSheets = [sheet];
  });

/** Returns the words of an element that begin in one line and end in another. */
export const brokenWordsIn = (element: Locator) =>
  element.evaluate((root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of node.textContent!.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    return broken;
  });
