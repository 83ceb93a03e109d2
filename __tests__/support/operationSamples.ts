import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { programOf } from './typeProgram';

/** Values that fit the types of an operation; `empty` prefers null. */
export interface Sample {
  /** The file of the declaration. */
  file: string;
  event: string;
  arg: unknown;
  emptyArg: unknown;
  result: unknown;
}

/** The files of the domains that declare operations. */
export const OPERATION_FILES = readdirSync('src/domains', { recursive: true, encoding: 'utf8' })
  .map((file) => path.join('src/domains', file))
  .filter((file) => file.endsWith('.ts') && /operations<\w+>\(|\.calls\(/.test(readFileSync(file, 'utf8')));

const { TypeFlags } = ts;

/** Returns a value of a type. Of alternatives it takes loaded data, then anything but null, unless `prefersNull`. */
const valueOf = (checker: ts.TypeChecker, whole: ts.Type, prefersNull: boolean): unknown => {
  const visit = (type: ts.Type, above: readonly ts.Type[]): unknown => {
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    if (type.flags & TypeFlags.BooleanLike) return true;
    if (type.flags & TypeFlags.StringLike) return 'x';
    if (type.flags & TypeFlags.NumberLike) return 1;
    if (type.flags & TypeFlags.Null) return null;
    if (type.isUnion()) return visit(choose(type.types), above);
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection)) || above.includes(type)) return undefined;
    const below = [...above, type];
    if (checker.isArrayType(type) || checker.isTupleType(type))
      return checker.getTypeArguments(type as ts.TypeReference).map((one) => visit(one, below));
    if (type.getCallSignatures().length > 0) return () => undefined;
    const properties = checker.getPropertiesOfType(type);
    return Object.fromEntries(properties.map((one) => [one.name, visit(checker.getTypeOfSymbol(one), below)]));
  };
  const choose = (types: readonly ts.Type[]): ts.Type => {
    const isNothing = ({ flags }: ts.Type) => (flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void)) !== 0;
    const nothing = types.find(isNothing);
    const loaded = types.find((type) => type.getProperty('data'));
    return (prefersNull ? nothing : undefined) ?? loaded ?? types.find((type) => !isNothing(type)) ?? types[0]!;
  };
  return visit(whole, []);
};

/** Reads the types of all operations: their samples, and by file a state of each slice. */
export const readSamples = (): { samples: Sample[]; states: Map<string, unknown[]> } => {
  const program = programOf(OPERATION_FILES);
  const checker = program.getTypeChecker();
  const typeOf = (type: ts.Type, name: string) => checker.getTypeOfSymbol(type.getProperty(name)!);
  const returnOf = (type: ts.Type) => type.getCallSignatures()[0]!.getReturnType();

  /** Returns the first argument of the call that made an operation. */
  const eventOf = (operation: ts.Expression): ts.Expression | undefined => {
    if (ts.isStringLiteral(operation)) return operation;
    const symbol = checker.getSymbolAtLocation(operation);
    const origin = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const variable = origin?.valueDeclaration;
    const made = variable && ts.isVariableDeclaration(variable) ? variable.initializer : undefined;
    return made && ts.isCallExpression(made) ? made.arguments[0] : undefined;
  };
  /** Reads a declaration with its call, or `calls`, which adds one. */
  const sampleOf = (call: ts.CallExpression): Sample[] => {
    const [first, declaration] = call.arguments;
    const isCalls = /\.calls$/.test(call.expression.getText());
    const type = checker.getTypeAtLocation(isCalls && first ? first : call);
    const event = first && eventOf(first);
    if (!event || !ts.isStringLiteral(event) || !declaration || !type.getProperty('run')) return [];
    if (!checker.getTypeAtLocation(declaration).getProperty('call')) return [];
    const payload = typeOf(returnOf(type), 'payload');
    const sent = typeOf(checker.getTypeAtLocation(declaration), 'call');
    const result = checker.getAwaitedType(returnOf(sent))!;
    return [
      {
        file: path.relative('.', event.getSourceFile().fileName),
        event: event.text,
        arg: valueOf(checker, payload, false),
        emptyArg: valueOf(checker, payload, true),
        result: valueOf(checker, result, false),
      },
    ];
  };

  const samples: Sample[] = [];
  const states = new Map<string, unknown[]>();
  for (const file of OPERATION_FILES) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        samples.push(...sampleOf(node));
        const [state] = node.typeArguments ?? [];
        if (state && node.expression.getText() === 'operations')
          states.set(file, [...(states.get(file) ?? []), valueOf(checker, checker.getTypeFromTypeNode(state), false)]);
      }
      ts.forEachChild(node, visit);
    };
    visit(program.getSourceFile(file)!);
  }
  return { samples, states };
};
