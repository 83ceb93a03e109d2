import { cvPdf } from '../../../server/modules/exports/cvService';
import type { CvRecord } from '../../../server/modules/exports/repository';
import { posterOf } from '../../../server/modules/publicPage/pageService';
import { paragraph, pdfOf, section, extraFonts, readBase } from '../../../server/platform/pdf';
import { readPdf } from '../exports/reading';

const NAMES: readonly [script: string, name: string][] = [
  ['Turkish', 'Işıl Çağla Öğüt Şen'],
  ['Vietnamese', 'Nguyễn Thị Hường'],
  ['Cyrillic', 'Александр Щербаков'],
  ['Greek', 'Γιώργος Παπαδόπουλος'],
  ['Armenian', 'Արամ Խաչատրյան'],
  ['Georgian', 'შოთა რუსთაველი'],
  ['Arabic', 'أحمد محمد ياسين'],
  ['Persian', 'علیرضا حسینی نژاد'],
  ['Hebrew', 'יוסף בן דוד'],
  ['Devanagari', 'राजेश कुमार श्रीवास्तव'],
  ['Bengali', 'রফিকুল ইসলাম'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Gujarati', 'નરેન્દ્ર ત્રિવેદી'],
  ['Oriya', 'ଶ୍ରୀନିବାସ'],
  ['Tamil', 'சுப்பிரமணியம்'],
  ['Telugu', 'వెంకటేశ్వరరావు'],
  ['Kannada', 'ಕೃಷ್ಣಮೂರ್ತಿ'],
  ['Malayalam', 'ശ്രീനിവാസൻ'],
  ['Sinhala', 'ජයවර්ධන'],
  ['Sinhala with a joiner', 'ශ්\u200dරී'],
  ['Thai', 'สมชาย ศรีสุวรรณ'],
  ['Lao', 'ສົມຈິດ ວົງສາ'],
  ['Khmer', 'សុខ ស្រីមុំ'],
  ['Burmese', 'အောင်ဆန်း'],
  ['Ethiopic', 'አበበ ቢቂላ'],
  ['Thaana', 'މުހައްމަދު'],
  ['simplified Chinese', '王小明 欧阳娜娜'],
  ['traditional Chinese', '陳鴻儒 龍馬'],
  ['Japanese', '山田 たろう タロウ'],
  ['Korean', '김철수 박지영'],
];
const NOW = new Date('2026-03-11T09:00:00.000Z');

describe('names in documents', () => {
  it.each(NAMES)('have a glyph for every letter, plain and bold: %s', async (_script, name) => {
    const base = await readBase();
    const letters = [...name].filter((letter) => letter !== ' ');
    const extra = await extraFonts({ regular: new Set(letters), bold: new Set(letters) });
    for (const weight of ['regular', 'bold'] as const)
      for (const letter of letters) {
        if (base.has(letter, 'regular')) continue;
        const font = extra.fonts.find((one) => one.name === extra.nameOf(letter, weight));
        expect(font?.shaping.has(letter)).toBe(true);
      }
  });

  const drawn = async (draw: Parameters<typeof pdfOf>[1]) =>
    readPdf(await pdfOf({ title: 'x', language: 'en', now: NOW, footer: { name: 'x', page: '{page}' } }, draw));

  // In these scripts, glyphs stand in another order than their letters or for parts of them.
  const SPLIT = ['Bengali', 'Gujarati', 'Malayalam', 'Khmer', 'Burmese', 'Thaana'];
  const copied = NAMES.filter(([script]) => !SPLIT.includes(script));

  it.each(copied)('can be copied out of the document: %s', async (_script, name) => {
    const { pages } = await drawn((doc) => section(doc, 'Names', [['label', name]]));
    const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');
    expect(plain(pages[0]!)).toContain(plain(name));
  });

  it.each(['👩\u200d💻', '❤\ufe0f\u200d🔥'])('keep nothing of a picture: %s', async (picture) => {
    const { pages } = await drawn((doc) => section(doc, 'Names', [['label', `Ayşe${picture}Yılmaz`]]));
    expect(pages[0]).toContain('AyşeYılmaz');
  });

  it('draw Arabic words from the right, and words of other scripts between them in their own direction', async () => {
    const { items } = await drawn((doc) => section(doc, 'Names', [['label', 'Ahmet أحمد 30 ياسين Yılmaz']]));
    const at = (text: string) => items.find((item) => item.text.includes(text))!.x;
    const order = ['Ahmet', 'ياسين', '30', 'أحمد', 'Yılmaz'];
    expect([...order].sort((one, other) => at(one) - at(other))).toEqual(order);
  });

  it('align a paragraph that reads from right to left at the right', async () => {
    const { items } = await drawn((doc) => paragraph(doc, 'شركة الأناضول'));
    const words = items.filter(({ text }) => /\p{Script=Arabic}/u.test(text));
    expect(Math.max(...words.map(({ x, width }) => x + width))).toBeCloseTo(595.28 - 56, 0);
  });

  const LONG: readonly [string, string][] = [
    ['words of 200 characters', 'Anadolu Turizm Otelcilik ve Restoran '.repeat(6).slice(0, 200)],
    ['one word of 200 characters', 'Ş'.repeat(200)],
    ['80 characters', 'Anadolu Turizm Otelcilik ve Restoran '.repeat(6).slice(0, 80)],
    ['Arabic', 'شركة الأناضول للتجارة والخدمات السياحية '.repeat(5).trim()],
    ['Chinese', '伊斯坦布尔国际餐饮管理有限公司'.repeat(13)],
    ['Thai', 'บริษัทการท่องเที่ยวและโรงแรม'.repeat(7)],
  ];

  it.each(LONG.flatMap(([kind, name]) => (['a4', 'a6'] as const).map((format) => [kind, format, name] as const)))(
    'keep off the heading and the code of a poster: %s, %s',
    async (_kind, format, companyName) => {
      const url = 'https://x.example/p/abcd2345';
      const { pages, items } = readPdf(await posterOf({ companyName, url, format, language: 'tr', now: NOW }));
      expect(pages).toHaveLength(1);
      const [width, height] = format === 'a6' ? [297.64, 419.53] : [595.28, 841.89];
      // The name is above the heading, which begins at a fifth of the page; the code begins at 36 percent.
      const [headingTop, codeTop] = [height * 0.8, height * 0.64];
      const above = items.filter(({ y }) => y > headingTop);
      expect(above.length).toBeGreaterThan(0);
      for (const { x, y, size, width: own } of above) {
        expect(y - size * 0.25).toBeGreaterThan(headingTop);
        expect(y + size).toBeLessThan(height - width / 20);
        expect(x).toBeGreaterThanOrEqual(width / 10 - 1);
        expect(x + own).toBeLessThanOrEqual(width * 0.9 + 1);
      }
      const codeBottom = codeTop - (width / 20) * 11;
      const inCode = items.filter(({ y, size }) => y - size * 0.25 < codeTop && y + size > codeBottom);
      expect(inCode).toEqual([]);
    },
  );

  it.each(LONG)('do not overlap the lines of a CV: %s', async (_kind, name) => {
    const cv = {
      ...{
        firstName: name.slice(0, 100),
        lastName: name.slice(100, 200),
        jobTitle: 'Garson',
        createdAt: NOW.toISOString(),
      },
      ...{ matchScore: 0.7, phone: '5321234567', countryCode: 'TR', expectedSalary: null, experienceMonth: 20 },
      ...{
        workTimePreferences: [],
        workCategoryPreferences: [],
        experiences: [],
        drivingLicenses: [],
        certificates: [],
      },
      ...{ email: null, locationName: null, distanceKm: null, birthDate: null, gender: null, disabledStatus: null },
      ...{ ratingScore: null, education: null, university: null, universityDepartment: null, universityStatus: null },
      ...{ english: null, about: null },
    } as unknown as CvRecord;
    const options = { language: 'tr', timeZone: 'Europe/Istanbul', photo: null, now: NOW } as const;
    const { pages, items } = readPdf(await cvPdf(cv, options));
    expect(pages).toHaveLength(1);
    const areOver = items.flatMap((one, index) =>
      items.slice(index + 1).filter((other) => {
        const isBeside = one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1;
        return !isBeside && Math.abs(one.y - other.y) < Math.min(one.size, other.size) * 0.9;
      }),
    );
    expect(areOver).toEqual([]);
    for (const { x, width } of items) expect(x + width).toBeLessThanOrEqual(595.28 - 55);
  });
});
