import { icsOf, vtimezone } from '../../../server/modules/appointments/calendarService';
import { contentDisposition } from '../../../server/platform/http/headers';

const EVENT = {
  uid: 'appointment-1@example.test',
  sequence: 2,
  stampAt: new Date('2026-11-21T07:00:00.123Z'),
  startAt: new Date('2026-11-22T07:00:00Z'),
  endAt: new Date('2026-11-22T08:00:00Z'),
  status: 'CONFIRMED',
  summary: 'x',
  description: 'x',
  location: null,
  latitude: 41,
  longitude: -29.1234567,
} as const;

describe('iCalendar files', () => {
  it('follow RFC 5545', () => {
    expect(icsOf(EVENT).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Employer dashboard//Appointments//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:appointment-1@example.test',
      'SEQUENCE:2',
      'DTSTAMP:20261121T070000Z',
      'DTSTART:20261122T070000Z',
      'DTEND:20261122T080000Z',
      'STATUS:CONFIRMED',
      'SUMMARY:x',
      'DESCRIPTION:x',
      'GEO:41.000000;-29.123457',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it.each([
    ['a, b; c\\d', 'a\\, b\\; c\\\\d'],
    ['one\r\ntwo\nthree', 'one\\ntwo\\nthree'],
    ['x\r\nEND:VEVENT', 'x\\nEND:VEVENT'],
    ['bell\u0007', 'bell '],
  ])('write %j as %s', (text, written) => {
    expect(icsOf({ ...EVENT, location: text })).toContain(`\r\nLOCATION:${written}\r\n`);
  });

  it.each(['ş'.repeat(200), '👩‍🍳'.repeat(60), 'a'.repeat(75), 'a'.repeat(300)])(
    'fold long lines between characters: %s',
    (text) => {
      const written = icsOf({ ...EVENT, description: text });
      for (const line of written.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/\p{Surrogate}/u);
      }
      expect(written.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${text}\r\n`);
    },
  );
});

describe('the time zone of a feed', () => {
  /** Returns the clock changes as kind, wall time and offsets. */
  const changesOf = (timeZone: string, from: string, to: string) => {
    const text = vtimezone(timeZone, new Date(from), new Date(to)).join(' ');
    const parts = /BEGIN:(\w+) DTSTART:(\S+) TZOFFSETFROM:(\S+) TZOFFSETTO:(\S+) END/g;
    return [...text.matchAll(parts)].map((part) => part.slice(1).join(' '));
  };

  it.each<[string, string, string, string[]]>([
    ['Europe/Istanbul', '2026-02-09T00:00:00Z', '2026-05-11T00:00:00Z', ['STANDARD 19700101T030000 +0300 +0300']],
    [
      'Europe/Berlin',
      '2026-02-09T00:00:00Z',
      '2026-05-11T00:00:00Z',
      ['STANDARD 19700101T010000 +0100 +0100', 'DAYLIGHT 20260329T020000 +0100 +0200'],
    ],
    [
      'America/New_York',
      '2026-10-20T00:00:30Z',
      '2026-12-20T00:00:00Z',
      ['DAYLIGHT 19691231T200000 -0400 -0400', 'STANDARD 20261101T020000 -0400 -0500'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-03-20T00:00:00Z',
      '2026-05-20T00:00:00Z',
      ['DAYLIGHT 19700101T110000 +1100 +1100', 'STANDARD 20260405T020000 +1100 +1030'],
    ],
    ['Asia/Kathmandu', '2026-03-20T00:00:00Z', '2026-05-20T00:00:00Z', ['STANDARD 19700101T054500 +0545 +0545']],
  ])('%s from %s to %s', (timeZone, from, to, expected) => {
    expect(changesOf(timeZone, from, to)).toEqual(expected);
  });
});

describe('the file name in Content-Disposition', () => {
  it.each([
    ['Ayşe Işık_CV.pdf', 'Ayse Isik_CV.pdf', 'Ay%C5%9Fe%20I%C5%9F%C4%B1k_CV.pdf'],
    ['a"b\\c%.pdf', 'a_b_c_.pdf', 'a%22b%5Cc%25.pdf'],
    ["it's (1)*.pdf", "it's (1)*.pdf", 'it%27s%20%281%29%2A.pdf'],
    ['x\r\nSet-Cookie: y', 'x__Set-Cookie: y', 'x%0D%0ASet-Cookie%3A%20y'],
    ['half \ud83d.pdf', 'half _.pdf', 'half%20%EF%BF%BD.pdf'],
  ])('is written for %j in ASCII and as in RFC 5987', (name, ascii, encoded) => {
    expect(contentDisposition(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`);
  });
});
