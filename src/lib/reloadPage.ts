/** Loads this page anew, with its address and its route state. */
export const reloadPage = (): void => globalThis.location.reload();
