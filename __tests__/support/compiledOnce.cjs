// Schemas compiled for one test file serve the worker's later files, whose server would compile them again. Compiling
// takes as long as most of a file's requests.
const compiled = new Map();
const bySchema = new WeakMap();

/** Returns what `compile` makes of a schema, or what it made of an equal one for the same `purpose`. */
const once = (purpose, schema, compile) => {
  const text = bySchema.get(schema) ?? JSON.stringify(schema);
  bySchema.set(schema, text);
  const key = `${purpose} ${text}`;
  if (!compiled.has(key)) compiled.set(key, compile());
  return compiled.get(key);
};

/** Replacements of packages, by name. Each takes the package and returns one that compiles an equal schema once. */
module.exports = {
  ajv: (ajv) => {
    class CompilesOnce extends ajv.default {
      constructor(options) {
        super(options);
        this.purpose = `ajv ${JSON.stringify(options)}`;
      }

      compile(schema) {
        return once(this.purpose, schema, () => super.compile(schema));
      }
    }
    return { __esModule: true, default: CompilesOnce };
  },
  'fast-json-stringify': (build) => {
    const buildOnce = (schema) => once('fast-json-stringify', schema, () => build(schema));
    return { __esModule: true, default: buildOnce };
  },
};
