import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'algorithm country_code languageName purpose userType who',
  numbers: `
    activeJobCount applications attempts cost counter grantLevel jobs keyLength level organisationId seq shortLists time
    until`,
  secrets: 'accessToken password',
  masked: `
    about commercialTitle companyAddress derivedKey keyPrefix keySignature nonce salt signature taxOfficeNumber website`,
};
