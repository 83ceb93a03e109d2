import { holdsLink } from './contentCheckLink';
import { holdsPhone } from './contentCheckPhone';
import { plain, squeezed, withoutLookalikes } from './contentCheckText';

/** Names of outside apps, with common misspellings and short forms. */
const APPS: readonly RegExp[] = [
  /(?<![a-z])(?:w+h?|v|gu)[ao]t?s{1,2}\s?ap/,
  /\b(?:wp|wpp|wsp|wapp|wa\.me|t\.me)(?![a-z])/,
  /tele?gr[ae]m/,
  /\btg\b\s?[:@]/,
  /inst[ae]?gr[ae]m/,
  /\binsta(?:'?(?:da|dan|ya))?\b/,
  /\b(?:on|en|por|my|mi|add|al)\s(?:ig|fb|snap)\b|\b(?:ig|fb|snap)\s?[:@]/,
  /\bdm(?:'|\b)/,
  /\bfacebook(?:'?(?:tan|ta|dan|da))?\b|\bface(?:'|\s)?(?:den|ten|te)\b/,
  /\b(?:messenger|skype|viber|discord|tik\s?tok|snapchat|linkedin|wechat|imessage|facetime|google meet)/,
  /\bsnap\s(?:me|at)\b/,
  /\b(?:on|via|over|through|use|using|por|en|usas?|tienes|kullan\w*)\s(?:el\s)?signal\b|\bsignal(?:'?d[ae]n?\b|\s(?:kullan|app|uygulama|uzerinden|var))/,
  /\bbip'?(?:ten|te|den|e)\b/,
  /\b(?:baska|another|outside|other|otra)\s(?:bir\s)?(?:uygulama|app)/,
];

const MAILS: readonly RegExp[] = [
  /[a-z0-9._-]@[a-z0-9-]{1,63}\.[a-z]/,
  /\b(?:gmail|hotmail|outlook|yahoo|icloud|yandex|protonmail)\b/,
  /\be-?mail\sme\b|\b(?:e-?mail|mail|e-?posta|correo)\s?(?:adresi\w*|adresime|address)\b/,
  /\b(?:e-?mail|mail|e-?posta\w*|correo)\b.{0,20}\b(?:at(?:in|ar|abil\w*|iver)|yaz\w*|gonder\w*|yolla\w*)\b/,
  /\b(?:tu|su)\scorreo\b|\b(?:send|drop|write)\s(?:me\s|us\s)?an?\s(?:e-?)mail\b/,
];

/** A social media handle such as "@ayse.k". */
const HANDLE = /(?:^|[\s:])@[a-z0-9][a-z0-9._]{2}/;

/** Requests for a phone number or an e-mail address. */
const CONTACT_REQUESTS: readonly RegExp[] = [
  /\b(?:telefon|cep|tel|gsm)\b.{0,15}\b(?:numara|no)\w*.{0,15}\b(?:yaz|at|gonder|paylas|ver|birak|alabil)/,
  /(?<!beden )(?<!ayakkabi )\bnumara(?:ni|nizi)\b.{0,20}\b(?:yaz|at|gonder|paylas|ver|birak|al)/,
  /\bcep\stelefon\w*.{0,15}\b(?:yaz|gonder|paylas|ver)/,
  /\b(?:give|send|share|tell|text|drop)\s(?:me\s|us\s)?your\s(?:(?:phone|mobile|cell|telephone|whatsapp)\s?)?(?:number|digits|phone|mobile|cell)\b/,
  /\byour\s(?:phone|mobile|cell|telephone)\snumber\b/,
  /\b(?:pasa|da|manda|facilita|envia|comparte|deja)(?:me|nos)?\s(?:tu|su)\s(?:numero|movil|telefono|celular|cel|correo)\b/,
  /\b(?:tu|su)\snumero\sde\s(?:telefono|movil|celular)\b/,
];

const OUTSIDE_PATTERNS: readonly RegExp[] = [...MAILS, HANDLE, ...CONTACT_REQUESTS];

/**
 * Returns whether a text leads to an outside app: by a phone number, a link, an e-mail address or the name or short
 * form of an app, in Turkish, English and Spanish, also with spaced letters and digits. See
 * docs/PRODUCT.md#message-check.
 */
export const isSteering = (text: string): boolean => {
  const read = plain(text);
  const joined = squeezed(read);
  const letters = withoutLookalikes(joined);
  return (
    OUTSIDE_PATTERNS.some((pattern) => pattern.test(read)) ||
    APPS.some((pattern) => pattern.test(read) || pattern.test(joined) || pattern.test(letters)) ||
    holdsLink(read) ||
    holdsPhone(read)
  );
};
