import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'country_code languageName purpose userType',
  numbers: 'activeJobCount applications attempts grantLevel jobs organisationId seq shortLists',
  secrets: 'accessToken password',
  masked: `
    about algorithm commercialTitle companyAddress cost counter derivedKey keyLength keyPrefix keySignature level
    nonce salt signature taxOfficeNumber time until website`,
};
