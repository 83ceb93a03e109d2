/** Returns the child of a node that holds another node, however deep; null when it is elsewhere. */
const childAround = (parent: Node, node: Node | null): Node | null => {
  let around = node;
  while (around && around.parentNode !== parent) around = around.parentNode;
  return around;
};

/**
 * A browser that translates the page puts `<font>` elements in the place of text nodes, and React fails on the nodes that
 * it no longer finds, so that the page is lost (https://github.com/facebook/react/issues/11538). Lint puts elements around
 * our texts; for those of packages, this removes what stands in the place of the node, or does nothing.
 */
export const survivePageTranslation = (): void => {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <N extends Node>(this: Node, node: N, before: Node | null): N {
    return insertBefore.call(this, node, childAround(this, before)) as N;
  };
  Node.prototype.removeChild = function <N extends Node>(this: Node, node: N): N {
    const child = childAround(this, node);
    if (child) removeChild.call(this, child);
    return node;
  };
};
