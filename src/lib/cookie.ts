/** Returns the text that sets a cookie for the whole origin; `maxAge` in seconds. */
export const cookieText = (name: string, value: string, maxAge: number): string =>
  `${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAge}; secure; samesite=strict`;

export const setCookie = (name: string, value: string, maxAge: number): void => {
  document.cookie = cookieText(name, value, maxAge);
};

export const removeCookie = (name: string): void => setCookie(name, '', 0);
