/**
 * Returns whether an `If-None-Match` header names the ETag; weak and strong ETags compare as equal (RFC 9110, section
 * 13.1.2).
 */
export const matchesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((one) => {
    const named = one.trim();
    return named === '*' || named.replace(/^W\//, '') === etag;
  });
