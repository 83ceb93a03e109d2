// `npm start`: builds outdated parts, then runs the server in this process. Old versions of Node must be able to parse
// this file to print the version error, so it imports everything else after the check.
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
