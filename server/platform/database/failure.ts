/** The server cannot start; `message` is one line that says what is wrong and what to do. */
export class StartFailure extends Error {}
