/** The reason why the product cannot start: one line with the problem and the remedy. */
export class StartError extends Error {}
