// The clock of journeys. A function that is sent to a page or a process as text uses no imports.

/** When journeys begin, unless a file says otherwise: a Wednesday noon in the marketplace's zone. */
export const NOON = '2026-11-25T12:00:00+03:00';

/** Shifts `Date` of a page or a Node process by so many milliseconds. */
export const shiftDate = (milliseconds) => {
  const scope = globalThis;
  // A new frame runs the script of its empty document and of its page in the same window.
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

/** Lets a server name its shifted time in its responses, which Node takes from the machine. Gets the module `node:http`. */
export const stampResponses = ({ ServerResponse }) => {
  const { prototype } = ServerResponse;
  prototype.writeHead = new Proxy(prototype.writeHead, {
    apply: (target, response, given) => {
      response.setHeader('date', new Date().toUTCString());
      return Reflect.apply(target, response, given);
    },
  });
};

/** Returns the start of a program for `node -e` whose clock runs from this time. */
export const shiftedProgram = (milliseconds) =>
  `(${String(shiftDate)})(${milliseconds}); (${String(stampResponses)})(require('node:http'));`;
