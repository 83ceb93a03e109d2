// A CSS module in tests: every class is its own name.
module.exports = { __esModule: true, default: new Proxy({}, { get: (_target, name) => String(name) }) };
