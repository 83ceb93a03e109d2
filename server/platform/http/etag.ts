/** Whether an `If-None-Match` names the ETag; weak ones compare as strong ones do (RFC 9110, section 13.1.2). */
export const matchesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((one) => {
    const named = one.trim();
    return named === '*' || named.replace(/^W\//, '') === etag;
  });
