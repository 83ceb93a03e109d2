declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}
declare module '*.css';
declare module 'moment/locale/*';
declare module '*.json?first' {
  const texts: Record<string, string>;
  export default texts;
}
declare module '*.json?lists' {
  const texts: Record<string, string>;
  export default texts;
}
declare module '*.json?daily' {
  const texts: Record<string, string>;
  export default texts;
}
declare module '*.json?later' {
  const texts: Record<string, string>;
  export default texts;
}
declare module '*.json?view' {
  const texts: Record<string, string>;
  export default texts;
}
/** The product's version, inserted by the build. */
declare const __VERSION__: string;
/** Nonce for the code that webpack loads later; packages that add styles read it as well. */
declare let __webpack_nonce__: string;
