/** Stands in for lodash's `toPath` in Formik: `shifts[0].from` becomes `['shifts', '0', 'from']`. */
export default function toPath(path: string | readonly string[]): string[] {
  return typeof path === 'string' ? path.split(/[.[\]]+/).filter(Boolean) : [...path];
}
