/** Returns a mail address that shows whose it may be without naming anybody, such as `d…@e….com`. */
export const maskMail = (address: string): string => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
  return `${address.slice(0, 1)}…@${domain.slice(0, 1)}…${ending}`;
};

/** Returns a list query for the audit log, which cannot forget: that somebody searched, and not for which name. */
export const withoutSearch = <T extends { q?: string }>({ q, ...query }: T) => ({
  ...query,
  ...(q !== undefined && { isSearch: true }),
});
