declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module 'moment/locale/*';
/** The version of the product, written in by the build. */
declare const __VERSION__: string;
