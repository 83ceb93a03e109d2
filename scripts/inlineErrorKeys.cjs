/**
 * A webpack loader: writes the value in place of `ERROR_KEYS.name`, so that the first page does not load the hundred keys
 * that it does not use.
 *
 * @this {import('webpack').LoaderContext<{ keys: Record<string, string> }>}
 * @param {string} source
 */
module.exports = function inlineErrorKeys(source) {
  const { keys } = this.getOptions();
  // A type may only name the constant.
  return source.replace(/(?<!\btypeof )\bERROR_KEYS\.(\w+)/g, (_whole, name) => {
    if (!Object.hasOwn(keys, name)) throw new Error(`ERROR_KEYS has no ${name}`);
    return JSON.stringify(keys[name]);
  });
};
