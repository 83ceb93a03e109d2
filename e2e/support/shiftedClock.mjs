// The clock of journeys. A function that is sent to a page or a process as text uses no imports.

/** When journeys begin, unless a file says otherwise: a Wednesday noon in the marketplace's zone. */
export const NOON = '2026-11-25T12:00:00+03:00';

/** Shifts `Date` of a page or a Node process by so many milliseconds. */
export const shiftDate = (milliseconds) => {
  const scope = globalThis;
  // A new frame runs the script twice in the same window: for its empty document and for its page.
  if (scope.unshiftDate) return;
  const MachineDate = Date;
  const machineNow = Date.now;
  const shiftedNow = () => machineNow() + milliseconds;
  MachineDate.now = shiftedNow;
  scope.Date = new Proxy(MachineDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, newTarget),
    apply: (target) => new target(shiftedNow()).toString(),
  });
  scope.unshiftDate = () => {
    MachineDate.now = machineNow;
    scope.Date = MachineDate;
    scope.unshiftDate = () => undefined;
  };
};

/** Makes a server send its shifted time as `Date`, which Node takes from the machine. Gets the module `node:http`. */
export const stampResponses = ({ ServerResponse }) => {
  const { prototype } = ServerResponse;
  prototype.writeHead = new Proxy(prototype.writeHead, {
    apply: (target, response, given) => {
      response.setHeader('date', new Date().toUTCString());
      return Reflect.apply(target, response, given);
    },
  });
};

/** Returns the first lines of a program for `node -e` that shift its clock by so many milliseconds. */
export const shiftedProgram = (milliseconds) =>
  `(${String(shiftDate)})(${milliseconds}); (${String(stampResponses)})(require('node:http'));`;
