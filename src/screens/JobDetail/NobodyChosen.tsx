/** What stands beside the list while nobody is chosen. */
export const NobodyChosen = () => null;
