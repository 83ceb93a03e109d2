import ts from 'typescript';

/** Returns the compiler's view of source files and what they import, without the types of Node and Jest. */
export const programOf = (files: readonly string[]): ts.Program => {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const { options } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', { types: [] }, host)!;
  return ts.createProgram(files, options);
};
