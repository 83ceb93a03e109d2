import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { DECLARATIONS, declared } from '../../../../src/store/trace/declarations';
import { programOf } from '../../../support/typeProgram';

const SLICES = readdirSync('src/domains', { recursive: true, encoding: 'utf8' })
  .map((file) => path.join('src/domains', file))
  .filter((file) => file.endsWith('.ts') && /createSlice\(/.test(readFileSync(file, 'utf8')));

interface Field {
  name: string;
  isText: boolean;
  /** One of a few fixed texts. */
  isChoice?: boolean;
}

/**
 * Returns the names of all texts and numbers in a type. `data`, `payload` and list positions take the name of their
 * parent.
 */
const fieldsOf = (checker: ts.TypeChecker, whole: ts.Type, nameOfWhole: string): Field[] => {
  const found: Field[] = [];
  const visit = (type: ts.Type, name: string, above: readonly ts.Type[]): void => {
    if (type.flags & ts.TypeFlags.StringLike)
      found.push({ name, isText: true, isChoice: (type.flags & ts.TypeFlags.StringLiteral) !== 0 });
    else if (type.flags & ts.TypeFlags.NumberLike) found.push({ name, isText: false });
    else if (type.isUnion()) for (const one of type.types) visit(one, name, above);
    else if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection) && !above.includes(type)) {
      const below = [...above, type];
      if (checker.isArrayType(type) || checker.isTupleType(type)) {
        for (const one of checker.getTypeArguments(type as ts.TypeReference)) visit(one, name, below);
        return;
      }
      const byNumber = checker.getIndexInfoOfType(type, ts.IndexKind.Number);
      if (byNumber) visit(byNumber.type, name, below);
      const byText = checker.getIndexInfoOfType(type, ts.IndexKind.String);
      // The keys of a record are data: its texts are masked unless a parent field shows them.
      if (byText && byText.type.flags & ts.TypeFlags.Object) visit(byText.type, name, below);
      for (const property of checker.getPropertiesOfType(type)) {
        const isNameless = property.name === 'data' || property.name === 'payload';
        visit(checker.getTypeOfSymbol(property), isNameless ? name : property.name, below);
      }
    }
  };
  visit(whole, nameOfWhole, []);
  return found;
};

/** Returns every field of a slice's state, and of the payloads of its events and operations. */
const fieldsIn = (checker: ts.TypeChecker, file: ts.SourceFile): Field[] => {
  const slices: ts.Type[] = [];
  const operations: Field[] = [];
  const property = (of: ts.Type, name: string) => checker.getTypeOfSymbol(of.getProperty(name)!);
  const payloadOf = (creator: ts.Type, name: string) =>
    creator
      .getCallSignatures()
      .flatMap((signature) => fieldsOf(checker, property(signature.getReturnType(), 'payload'), name));
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [event] = node.arguments;
      const isEvent = event && ts.isStringLiteral(event);
      const isSlice = node.expression.getText() === 'createSlice';
      const type = isSlice || isEvent ? checker.getTypeAtLocation(node) : undefined;
      if (type && isSlice) slices.push(type);
      else if (type?.getProperty('loaded') && type.getProperty('run') && isEvent) {
        const name = event.text.replace(/[A-Z][a-z]+$/, '');
        operations.push(...payloadOf(type, event.text), ...payloadOf(property(type, 'loaded'), name));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const events = slices.flatMap((type) => {
    const state = property(type, 'getInitialState').getCallSignatures()[0]!.getReturnType();
    const actions = property(type, 'actions')
      .getProperties()
      .flatMap((action) => payloadOf(checker.getTypeOfSymbol(action), action.name.replace(/Loaded$/, '')));
    return [...fieldsOf(checker, state, ''), ...actions];
  });
  return [...events, ...operations];
};

const FOR_TEXTS = [
  'words',
  'choices',
  'codes',
  'dates',
  'pictures',
  'paths',
  'secrets',
  'masked',
  'maskedTexts',
] as const;
const FOR_NUMBERS = ['numbers', 'masked'] as const;
const namesFor = (purposes: readonly (typeof FOR_TEXTS | typeof FOR_NUMBERS)[number][]) =>
  new Set(purposes.flatMap((purpose) => [...declared(purpose)]));

const fieldsOfStore = () => {
  const program = programOf(SLICES);
  const checker = program.getTypeChecker();
  return SLICES.flatMap((file) => fieldsIn(checker, program.getSourceFile(file)!).map((field) => ({ ...field, file })));
};
const FIELDS = fieldsOfStore();

test('every field of the store and of its events is declared as shown or masked', () => {
  const [texts, numbers] = [namesFor(FOR_TEXTS), namesFor(FOR_NUMBERS)];
  const undeclared = FIELDS.filter(({ name, isText }) => !(isText ? texts : numbers).has(name));
  expect(FIELDS.length).toBeGreaterThan(1000);
  expect([
    ...new Set(undeclared.map(({ file, name, isText }) => `${file}: ${name} (${isText ? 'text' : 'number'})`)),
  ]).toEqual([]);
});

test('no field with fixed values is masked, because reducers and pages compare them', () => {
  const masked = namesFor(['masked', 'maskedTexts', 'secrets']);
  // `name` is shown below `status`, where its values are fixed.
  const hidden = FIELDS.filter(({ name, isChoice }) => isChoice && name !== 'name' && masked.has(name));
  expect([...new Set(hidden.map(({ file, name }) => `${file}: ${name}`))]).toEqual([]);
});

test('no domain masks a field that another domain shows', () => {
  const texts = namesFor(['words', 'choices', 'codes', 'dates', 'paths']);
  const shown = new Set([...texts, ...declared('numbers')]);
  expect([...declared('masked'), ...declared('secrets')].filter((name) => shown.has(name))).toEqual([]);
  expect([...declared('maskedTexts')].filter((name) => texts.has(name))).toEqual([]);
});

test('every domain with a slice declares its fields', () => {
  const domains = new Set(SLICES.map((file) => file.split('/')[2]!));
  expect([...domains].filter((domain) => !(domain in DECLARATIONS))).toEqual([]);
});
