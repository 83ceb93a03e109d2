// `npm start`: builds what is not built yet, then serves from this very process. This file has to parse on old
// versions of Node, which are told so; everything else is behind the check.
const LEAST_NODE = 20;

if (Number(process.versions.node.split('.')[0]) < LEAST_NODE) {
  console.error(`This needs Node ${LEAST_NODE} or newer, this is ${process.versions.node}.`);
  process.exit(1);
} else {
  import('./support/serve.mjs')
    .then(({ serve }) => serve())
    .catch((error) => {
      console.error(error);
      process.exit(1);
    });
}
