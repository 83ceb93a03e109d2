/**
 * A webpack loader for react-router: marks its components as free of effects, so that a page does not load the links and
 * forms that the program does not use.
 *
 * @param {string} source
 */
module.exports = (source) =>
  source
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
    .replace(/= (React\d*\.(forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1');
