/** Formats a Turkish number as "+90 532 123 45 67"; returns any other unchanged. */
export const phoneText = (phone: string): string =>
  phone.replace(/^\+90(\d{3})(\d{3})(\d{2})(\d{2})$/, '+90 $1 $2 $3 $4');
