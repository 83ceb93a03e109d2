// Lint rules of this project, loaded by oxlint (.oxlintrc.json).

const EFFECTS = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect']);

/** React calls what an effect returns as its clean-up, and browsers began to return promises from scrolling. */
const effectReturnsNothing = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    CallExpression: ({ callee, arguments: [effect] }) => {
      if (!EFFECTS.has(callee.name) || effect?.type !== 'ArrowFunctionExpression') return;
      const { body } = effect;
      const isCleanUp = body.type === 'ArrowFunctionExpression';
      const isNothing = body.type === 'UnaryExpression' && body.operator === 'void';
      if (body.type !== 'BlockStatement' && !isCleanUp && !isNothing)
        context.report({ node: body, message: 'An effect returns only its clean-up: put braces around the body.' });
    },
  }),
};

export default { meta: { name: 'house' }, rules: { 'effect-returns-nothing': effectReturnsNothing } };
