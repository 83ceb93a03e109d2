/** Returns why a request got no response, as a code without an address: ECONNREFUSED, TimeoutError … */
export const fetchFailure = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'failed';
};
