import { LANGUAGES } from '../../../contract/constants/options';
import { isUrgent } from '../../../contract/rules/night';
import { receivesSms } from '../../../server/modules/workerLinks/rules';
import {
  isOneSms,
  septetsOf,
  withoutUcs2,
  longWhen,
  workerSms,
  type WorkerSmsText,
  zoneName,
  zoneNote,
} from '../../../server/platform/outgoing/workerSms';
import { countryOfPhone } from '../../../server/modules/workers/rules';

describe('the length of a text message', () => {
  it.each<[string, number | null]>([
    ['', 0],
    ['abc ?', 5],
    ['ÇÖÜöü', 5],
    ['ğşıĞŞİç', 14],
    ['€[]{}~|^\\', 18],
    ['¿Mañana?', 8],
    ['día', null],
    ['日本', null],
  ])('of %j is %s septets', (text, expected) => {
    expect(septetsOf(text)).toBe(expected);
  });

  it.each([
    ['a'.repeat(155), true],
    ['a'.repeat(156), false],
    ['ş'.repeat(77), true],
    ['ş'.repeat(78), false],
    ['日'.repeat(70), true],
    ['日'.repeat(71), false],
  ])('%j fits into one: %s', (text, expected) => {
    expect(isOneSms(text)).toBe(expected);
  });

  it.each([
    ['Día más — “fácil” …', 'Dia mas - "facil" ...'],
    ['Âşık Şişli', 'Aşık Şişli'],
    ['Café 日本 😀', 'Café  '],
  ])('%j without UCS-2 is %j', (text, expected) => {
    expect(withoutUcs2(text)).toBe(expected);
  });
});

describe('text messages to workers', () => {
  const NAMES = [
    ...(['received', 'shortlisted', 'positive', 'offer', 'hired', 'declined', 'reopened', 'message'] as const),
    ...(['invited', 'invitation', 'coming', 'interview', 'firstDay', 'cancelled', 'moved'] as const),
  ];
  const LONG = 'Şişli Çağdaş Yiyecek İçecek Hizmetleri Sanayi ve Ticaret Limited Şirketi, Bağdat Caddesi Şubesi';
  const given: WorkerSmsText = {
    name: 'coming',
    company: 'Mavi Fincan Kadıköy',
    at: new Date('2026-12-23T07:00:00.000Z'),
    before: new Date('2026-12-24T07:00:00.000Z'),
    link: `https://isveren.example.com/w/${'A'.repeat(30)}`,
    language: 'tr',
    country: 'TR',
    timeZone: 'Europe/Istanbul',
  };

  it.each(LANGUAGES.flatMap((language) => NAMES.map((name) => [language, name] as const)))(
    'in %s about %s are one message with the longest names, and end with the whole link',
    (language, name) => {
      for (const company of ['Bar', LONG, '日本 カフェ', 'Peluquería Ángel']) {
        for (const country of ['TR', 'US']) {
          const text = workerSms({ ...given, language, name, company, country });
          expect([text, septetsOf(text)! <= 155, text.includes('{')]).toEqual([text, true, false]);
          expect(text.endsWith(given.link)).toBe(true);
          expect(text).toMatch(/^\S/);
        }
      }
    },
  );

  it.each(LANGUAGES)(
    'in %s about a new job are one message with the longest titles, and end with the whole link',
    (language) => {
      const link = `https://isveren.example.com/p/abcdefgh/1234567?r=${'A'.repeat(30)}`;
      const text = workerSms({ ...given, name: 'newJob', at: null, link, language, company: LONG, job: LONG });
      expect([text, septetsOf(text)! <= 155, text.endsWith(link)]).toEqual([text, true, true]);
    },
  );

  it('say that a name goes on where they cut it', () => {
    const link = `https://isveren.example.com/p/abcdefgh/1234567?r=${'A'.repeat(50)}`;
    const job = 'Sabah Vardiyası Barista Aranıyor';
    const text = workerSms({ ...given, name: 'newJob', at: null, link, language: 'tr', company: 'Mavi', job });
    expect(text).toMatch(/^Mavi: yeni ilan, Sabah [^.]*\.{3} Başvurun/);
  });

  it.each([
    ['tr', '2026-11-24T07:00:00.000Z', 'Mavi Fincan Kadıköy: 24 Kasım Salı 10:00 görüşmeniz var. Geliyor musunuz? '],
    ['en', '2026-11-23T13:30:00.000Z', 'Mavi Fincan Kadıköy: interview on Monday 23 November, 16:30. Are you coming? '],
    ['es', '2026-11-24T07:00:00.000Z', 'Mavi Fincan Kadıköy: entrevista el martes 24 de noviembre, 10:00. ¿Viene? '],
  ] as const)('in %s name the day', (language, start, expected) => {
    expect(workerSms({ ...given, language, at: new Date(start) })).toBe(expected + given.link);
  });

  it('write both times of a moved appointment in the same form', () => {
    const text = workerSms({ ...given, name: 'moved', company: 'Bar' });
    expect(text).toContain('24 Aralık Perşembe 10:00');
    expect(text).toContain('23 Aralık Çarşamba 10:00');
  });

  it.each([
    ['en', 'TR', 'Tuesday 24 November, 10:00. Are'],
    ['en', 'SA', 'Tuesday 24 November, 10:00. Are'],
    ['en', 'DE', 'Tuesday 24 November, 10:00 (Türkiye time). Are'],
    ['en', 'RU', 'Tuesday 24 November, 10:00 (Türkiye time). Are'],
    ['es', 'ES', 'martes 24 de noviembre, 10:00 (hora de Turquia). ¿Viene'],
    ['en', null, 'Tuesday 24 November, 10:00. Are'],
  ] as const)('in %s to a phone of %s name the zone where it might be misread', (language, country, expected) => {
    const at = new Date('2026-11-24T07:00:00.000Z');
    expect(workerSms({ ...given, language, country, at })).toContain(expected);
    const zone = /\(.*\)/.exec(expected)?.[0].replace('Turquia', 'Turquía') ?? '10:00';
    expect(longWhen(at, { language, country, timeZone: given.timeZone }).endsWith(zone)).toBe(true);
  });

  it.each([
    ['Europe/Istanbul', 'TR', ''],
    ['Europe/Madrid', 'FR', ''],
    ['Europe/Madrid', 'DE', ''],
    ['America/Argentina/Buenos_Aires', 'AR', ''],
    // The clocks of the Canary Islands differ.
    ['Europe/Madrid', 'ES', ' (Madrid time)'],
    ['US/Eastern', 'US', ' (New York time)'],
    ['America/Mexico_City', 'MX', ' (Mexico City time)'],
    ['America/New_York', 'MX', ' (New York time)'],
    ['Europe/Madrid', null, ''],
  ])('with times of %s, to a phone of %s, have the note “%s”', (timeZone, country, note) => {
    expect(zoneNote(new Date('2026-11-24T07:00:00.000Z'), timeZone, { language: 'en', country })).toBe(note);
  });

  it.each([
    ['Europe/Istanbul', ['Türkiye saatiyle', 'Türkiye time', 'hora de Turquía']],
    ['Europe/Madrid', ['Madrid saatiyle', 'Madrid time', 'hora de Madrid']],
    ['America/New_York', ['New York saatiyle', 'New York time', 'hora de Nueva York']],
    ['America/Mexico_City', ['Ciudad de México saatiyle', 'Mexico City time', 'hora de Ciudad de México']],
    ['Europe/Berlin', ['Almanya saatiyle', 'Germany time', 'hora de Alemania']],
    ['Etc/GMT-3', ['GMT+3', 'GMT+3', 'GMT+3']],
  ])('give %s its everyday name', (timeZone, names) => {
    const at = new Date('2026-11-24T07:00:00.000Z');
    expect((['tr', 'en', 'es'] as const).map((language) => zoneName(at, timeZone, language))).toEqual(names);
  });

  /** A country whose clocks differ from those of every other country, so that each text names its zone. */
  const FAR = 'NP';
  it.each(LANGUAGES)('in %s fit into one message in every time zone', (language) => {
    const noteOf = (zone: string) => withoutUcs2(zoneNote(given.at!, zone, { language, country: FAR }));
    const zones = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [noteOf(zone), zone]));
    const notes = [...zones].map(([note, zone]) => ({ zone, cost: septetsOf(note)! }));
    const named = notes.filter(({ cost }) => cost > 0).sort((one, other) => other.cost - one.cost);
    expect(named.length).toBeGreaterThan(100);
    const textOf = (timeZone: string, name: WorkerSmsText['name'], company: string) =>
      workerSms({ ...given, language, name, company, country: FAR, timeZone });
    // Whatever has a shorter note fits too.
    for (const { zone } of named.slice(0, 20)) {
      const text = textOf(zone, 'cancelled', 'Şişli Çağdaş Yiyecek');
      expect([text, septetsOf(text)! <= 155, text.includes('(')]).toEqual([text, true, true]);
    }
    for (const { zone } of named.slice(0, 5))
      for (const name of NAMES.slice(5)) {
        const text = textOf(zone, name, LONG);
        expect([text, septetsOf(text)! <= 155, text.endsWith(given.link)]).toEqual([text, true, true]);
      }
  });

  it.each([
    ['5321234567', 'TR', 'TR'],
    ['+4915112345678', 'TR', 'DE'],
    [null, 'TR', null],
    ['12', 'XX', null],
  ])('take %s of %s for a phone of %s', (phone, code, country) => {
    expect(countryOfPhone(phone, code)).toBe(country);
  });

  it('do not let a name become a link', () => {
    expect(workerSms({ ...given, company: 'https://evil.example' })).not.toContain('evil.example');
  });

  it.each([
    ['all', '5321234567', 'demo-1', true],
    ['all', null, 'demo-1', false],
    ['public', '5321234567', 'demo-1', false],
    ['public', '5321234567', 'web:1', true],
    ['off', '5321234567', 'web:1', false],
  ] as const)('with links for %s go to %s of %s: %s', (workerLinks, phone, externalId, expected) => {
    expect(receivesSms(workerLinks, { phone, externalId })).toBe(expected);
  });

  it.each([
    ['2026-11-24T06:59:00.000Z', true],
    ['2026-11-24T07:00:00.000Z', false],
  ])('about a cancelled appointment at %s are sent at night: %s', (start, expected) => {
    expect(isUrgent(new Date(start), new Date('2026-11-24T05:00:00.000Z'))).toBe(expected);
  });
});
