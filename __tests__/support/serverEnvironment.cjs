const { TestEnvironment } = require('jest-environment-node');
const { CONDITION } = require('./nativePackages.cjs');

/** Constructors that packages and the tested code must share, so that `instanceof` holds across the sandbox. */
const SHARED = { Error, TypeError, RangeError, SyntaxError, Date, Map, Set, Promise };

/** Jest's Node sandbox with packages that run outside it. */
module.exports = class ServerEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, SHARED, { nativeRequire: require });
  }

  exportConditions() {
    return [...super.exportConditions(), CONDITION];
  }
};
