import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../../../contract/constants/options';
import type { Mail } from './enqueue';
import { escapeHtml, readTexts } from '../messages';
import type messages from '../../texts/messages.json';

interface MailText {
  subject: string;
  greeting: string;
  lines: string[];
  /** Left out when the mail has no link. */
  button?: string;
  note: string;
}

export type MailName = keyof (typeof messages)['mail'];
/** The names of the texts to workers. */
export type WorkerTextName = keyof (typeof messages)['worker'];
type SmsName = keyof (typeof messages)['sms'];
/** The names of text messages to workers, without the parts of which they consist. */
export type WorkerSmsName = Exclude<SmsName, 'code' | 'employer' | 'when' | 'zone'>;

interface Texts {
  sms: Record<SmsName, Record<Language, string>>;
  worker: Record<WorkerTextName, Record<Language, string>>;
  mail: Record<MailName, Partial<Record<Language, MailText>> & { en: MailText }>;
}

const texts = readTexts<Texts>('messages.json');

/** Puts typed text and the subject on one line, so that users cannot write paragraphs into our mails. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
/**
 * Changes typed text so that no mail program turns it into a link: puts a space between `https:` and `//` and between
 * a dot and the next letter, which reads well in "Tic. Ltd. Şti." too. Removes invisible characters, which could hide
 * a link.
 */
const unlinked = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/[.。．｡](?=\p{L})/gu, '$& ');

type Values = Record<string, string | number>;

const fill = (template: string, language: Language, values: Values): string =>
  String(new IntlMessageFormat(template, language, undefined, { ignoreTag: true }).format(values));

/** The only value that is an address, namely the account's own. */
const ADDRESS = 'email';

const cleaned = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (typeof value !== 'string') return [key, value];
      return [key, oneLine(key === ADDRESS ? value : unlinked(value))];
    }),
  );

/** The values that translation programs must not change. */
const NAMES: readonly string[] = ['name', 'company', 'organisation', 'applicant'];

const escaped = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const text = typeof value === 'string' ? escapeHtml(value) : value;
      return [key, NAMES.includes(key) ? `<span translate="no" dir="auto">${text}</span>` : text];
    }),
  );

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

const page = (language: Language, { greeting, lines, button, note }: MailText, link?: string): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head>`,
    `<body style="margin:0;padding:24px;background:#f6f7f9;color:#1b1f2a;${FONT};font-size:16px;line-height:1.5">`,
    '<div style="max-width:520px;margin:0 auto;background:#ffffff;border-top:4px solid #ff1937;border-radius:12px;padding:24px">',
    `<p style="margin:0 0 16px">${greeting}</p>`,
    ...lines.map((line) => `<p style="margin:0 0 16px">${line}</p>`),
    ...(link === undefined || button === undefined
      ? []
      : [
          `<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#d90f2b;color:#ffffff;text-decoration:none;font-weight:600">${button}</a></p>`,
        ]),
    `<p style="margin:0;color:#5b6472;font-size:14px">${note}</p>`,
    ...(link === undefined
      ? []
      : [`<p style="margin:16px 0 0;color:#5b6472;font-size:12px;word-break:break-all">${link}</p>`]),
    '</div></body></html>',
  ].join('\n');

interface MailOptions {
  to: string;
  language: Language;
  /** The address of the button, if there is one. */
  link?: string;
  values: Values;
}

/** Fills in a mail's values and returns it as text and as HTML. */
export const mailOf = (name: MailName, { to, language, link, values }: MailOptions): Mail => {
  const template = texts().mail[name][language] ?? texts().mail[name].en;
  const render = (text: string, of: Values) => fill(text, language, of);
  const filled = (of: Values): MailText => ({
    subject: oneLine(render(template.subject, of)),
    greeting: render(template.greeting, of),
    lines: template.lines.map((line) => render(line, of)),
    ...(template.button !== undefined && { button: template.button }),
    note: render(template.note, of),
  });
  const clean = cleaned(values);
  const plain = filled(clean);
  const shown = filled(escaped(clean));
  return {
    channel: 'mail',
    to,
    subject: plain.subject,
    text: [plain.greeting, ...plain.lines, ...(link === undefined ? [] : [link]), plain.note].join('\n\n'),
    html: page(language, shown, link),
  };
};

/** Returns a text for a worker. */
export const workerText = (name: WorkerTextName, language: Language, values: Values = {}): string =>
  fill(texts().worker[name][language], language, cleaned(values));

/** Returns a text message or a part of one. The link is filled in last, so that a typed name cannot replace it. */
export const smsText = (
  name: keyof Texts['sms'],
  language: Language,
  { link, ...values }: Values & { link?: string } = {},
): string => fill(texts().sms[name][language], language, { ...cleaned(values), ...(link !== undefined && { link }) });

export const codeText = (code: string, language: Language): string => smsText('code', language, { code });
