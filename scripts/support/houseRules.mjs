// Lint rules of this project, loaded by oxlint (.oxlintrc.json).

const EFFECTS = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect']);
const SCROLLS = new Set(['scroll', 'scrollTo', 'scrollBy', 'scrollIntoView']);

const isScroll = (node) =>
  node?.type === 'ChainExpression'
    ? isScroll(node.expression)
    : node?.type === 'CallExpression' && SCROLLS.has(node.callee.property?.name ?? node.callee.name);

/** React calls an effect's return value as its clean-up, and new browsers return promises from scrolling. */
const effectReturnsNothing = {
  meta: { type: 'problem', schema: [] },
  create: (context) => {
    const reportScroll = (node) => {
      if (isScroll(node))
        context.report({ node, message: 'Scrolling returns a promise in new browsers: do not pass it on.' });
    };
    return {
      CallExpression: ({ callee, arguments: [effect] }) => {
        if (!EFFECTS.has(callee.name) || !effect) return;
        // A function passed by name may return anything.
        const { body } = effect.type === 'ArrowFunctionExpression' && !effect.async ? effect : { body: effect };
        const isCleanUp = body !== effect && body.type === 'ArrowFunctionExpression';
        const isNothing = body.type === 'UnaryExpression' && body.operator === 'void';
        if (body.type !== 'BlockStatement' && !isCleanUp && !isNothing)
          context.report({ node: body, message: 'An effect returns only its clean-up: put braces around the body.' });
      },
      ArrowFunctionExpression: ({ body }) => reportScroll(body),
      ReturnStatement: ({ argument }) => reportScroll(argument),
    };
  },
};

/** In these elements an unknown name stands for an element; elsewhere it may be a text. */
const BLOCKS = new Set(['div', 'section', 'main', 'header', 'footer', 'form', 'li', 'ul', 'ol', 'td']);

const unwrap = (node) =>
  ['JSXExpressionContainer', 'TSAsExpression', 'TSNonNullExpression', 'ChainExpression'].includes(node.type)
    ? unwrap(node.expression)
    : node;

/** True for white space, which no translator changes. */
const isSpace = ({ type, value, expression }) => (type === 'JSXText' ? value.trim() === '' : expression?.value === ' ');

/** Returns the children that appear on the page: no line breaks of the source, no comments. */
const shownChildren = ({ children }) =>
  children.filter(
    (child) =>
      !(child.type === 'JSXText' && isSpace(child) && child.value.includes('\n')) &&
      child.expression?.type !== 'JSXEmptyExpression',
  );

/** True if a node renders a text without an element; `holdsElements`: an unknown name stands for an element. */
const mayBeText = (node, holdsElements) => {
  const part = unwrap(node);
  const anyOf = (...parts) => parts.some((one) => mayBeText(one, holdsElements));
  switch (part.type) {
    case 'JSXText':
    case 'TemplateLiteral':
    case 'BinaryExpression':
    case 'MemberExpression':
      return true;
    case 'Literal':
      return typeof part.value === 'string' || typeof part.value === 'number';
    case 'Identifier':
      return !holdsElements || /text|title|name|label|count/i.test(part.name);
    case 'CallExpression':
      return part.callee.property?.name !== 'map' && part.callee.name !== 'use';
    case 'LogicalExpression':
      return part.operator === '&&' ? anyOf(part.right) : anyOf(part.left, part.right);
    case 'ConditionalExpression':
      return anyOf(part.consequent, part.alternate);
    case 'JSXFragment':
      return anyOf(...shownChildren(part).filter((child) => !isSpace(child)));
    default:
      return false;
  }
};

/** True for the components of react-intl that render a text and have no element. */
const isBare = ({ openingElement }) =>
  /^Formatted/.test(openingElement?.name.name) &&
  !openingElement.attributes.some(({ name }) => name?.name === 'tagName');

/**
 * A browser that translates the page replaces text nodes. React then crashes on the missing node
 * (https://github.com/facebook/react/issues/11538), or changes the old node, which nobody sees. A text alone in its
 * element is safe, because React writes the element's content.
 */
const textStandsAlone = {
  meta: { type: 'problem', schema: [] },
  create: (context) => {
    const check = (parent) => {
      if (isBare(parent))
        context.report({ node: parent, message: 'This renders a text without an element: use ui/text.' });
      const children = shownChildren(parent);
      if (children.length < 2) return;
      const name = parent.openingElement?.name.name;
      const holdsElements = BLOCKS.has(name) || !/^[a-z]|^Link$/.test(name ?? '');
      for (const child of children)
        if (!isSpace(child) && mayBeText(child, holdsElements))
          context.report({ node: child, message: 'Put an element around a text that has siblings.' });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

const NAMES = /^(companyName|firstName|lastName|fullName|shortName|email|phone|address)$/;

/** A browser that translates the page would turn "Mavi Fincan" into "Blue Cup". */
const nameKeepsLanguage = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    JSXElement: (parent) => {
      const { name, attributes } = parent.openingElement;
      if (name.name === 'Name' || attributes.some((one) => one.name?.name === 'translate')) return;
      for (const child of shownChildren(parent)) {
        const { type, name: own, property, callee } = unwrap(child);
        const shown = type === 'CallExpression' ? callee.name : (property?.name ?? own);
        if (typeof shown === 'string' && NAMES.test(shown))
          context.report({ node: child, message: 'Put a name, a mail or an address into <Name> (src/ui/text.tsx).' });
      }
    },
  }),
};

/** The device's clock may be wrong, so all times of the product follow the server's. */
const serverClock = {
  meta: { type: 'problem', schema: [] },
  create: (context) => {
    const report = (node) => context.report({ node, message: 'Use serverNow (src/lib/serverClock.ts).' });
    return {
      MemberExpression: (node) => {
        if (node.object.name === 'Date' && node.property.name === 'now') report(node);
      },
      NewExpression: (node) => {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node);
      },
    };
  },
};

const TAKES_LIMIT = /^(it|test|(before|after)(All|Each))$/;

/** A busy machine is slow in any test, so all share one generous limit (__tests__/support/setup*.ts). */
const sharedTimeLimit = {
  meta: { type: 'problem', schema: [] },
  create: (context) => {
    const report = (node) => context.report({ node, message: 'Only long tests set a time limit.' });
    return {
      MemberExpression: (node) => {
        if (node.object.name === 'jest' && node.property.name === 'setTimeout') report(node);
      },
      CallExpression: (node) => {
        if (TAKES_LIMIT.test(node.callee.name) && typeof node.arguments.at(-1)?.value === 'number') report(node);
      },
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: {
    'effect-returns-nothing': effectReturnsNothing,
    'name-keeps-language': nameKeepsLanguage,
    'shared-time-limit': sharedTimeLimit,
    'server-clock': serverClock,
    'text-stands-alone': textStandsAlone,
  },
};
