/** Puts a `<font>` element in the place of each text below a node, as a browser does that translates the page. */
export const translate = (around: Element, { keepsNode = false } = {}): void => {
  const walker = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim() !== '')) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(keepsNode ? text : text.data);
  }
};
