import ts from 'typescript';

/** Attributes and component props whose text users read or hear. */
const READ =
  /^(?!enterKey)(aria-(label|description|valuetext|roledescription|placeholder)|alt|title|placeholder|label|text|hint|action|caption|description|heading|message|note|subtitle|summary|confirm|empty\w*|\w+(Label|Text|Title|Hint))$/;
const LETTER = /\p{L}/u;
/** Two words with a capital first letter, or the end of a sentence; identifiers and keys do not look like this. */
const PROSE = /^\p{Lu}[\p{Ll}’']+[,:]? \p{L}{2,}|\p{L}{2,} \p{L}{2,}.*\p{L}[.!?…]$/u;

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…');
  return null;
};

/** Returns the possible texts of an expression, except those that it calls, compares or reads. */
const outcomes = (node: ts.Node): ts.Node[] => {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return outcomes(node.expression);
  if (ts.isConditionalExpression(node)) return [...outcomes(node.whenTrue), ...outcomes(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return outcomes(node.right);
    const { BarBarToken, QuestionQuestionToken, PlusToken } = ts.SyntaxKind;
    return [BarBarToken, QuestionQuestionToken, PlusToken].some((other) => other === kind)
      ? [...outcomes(node.left), ...outcomes(node.right)]
      : [];
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(outcomes);
  return [node];
};

/** The text of an Error goes to logs, not to users. */
const isOfError = ({ parent }: ts.Node): boolean =>
  ts.isNewExpression(parent) && /Error$/.test(parent.expression.getText());

/** Lists the texts in a file of the dashboard that belong in i18n, in the file's order. */
export const literalsIn = (file: string, code: string): string[] => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const found = new Map<ts.Node, string>();
  const shown = (node: ts.Node) => {
    for (const outcome of outcomes(node)) {
      const text = textOf(outcome);
      if (text !== null && LETTER.test(text)) found.set(outcome, text);
    }
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node) && LETTER.test(node.text)) found.set(node, node.text.trim());
    if (ts.isJsxAttribute(node) && node.initializer && READ.test(node.name.getText())) {
      if (!ts.isJsxExpression(node.initializer)) shown(node.initializer);
      else if (node.initializer.expression) shown(node.initializer.expression);
    }
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) shown(node.expression);
    const text = textOf(node);
    if (text !== null && PROSE.test(text) && !isOfError(node)) found.set(node, text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
};
