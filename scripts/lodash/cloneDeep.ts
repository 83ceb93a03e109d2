const isPlain = (value: unknown): value is object => {
  const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  return prototype === Object.prototype || prototype === null;
};

/** Stands in for lodash's `cloneDeep` in Formik: copies plain objects and lists; keeps files and other instances. */
export default function cloneDeep<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneDeep) as T;
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cloneDeep(part)])) as T;
}
