/** Reloads this page with its address and its route state. */
export const reloadPage = (): void => globalThis.location.reload();
