/** Why the product cannot start here: one line that says what is wrong and what to do. */
export class StartError extends Error {}
