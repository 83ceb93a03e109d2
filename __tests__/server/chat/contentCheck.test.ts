import { readFileSync } from 'node:fs';
import { isSteering } from '../../../server/modules/chat/contentCheck';
import { isNight } from '../../../contract/rules/night';

interface Sentence {
  text: string;
  language: 'tr' | 'en' | 'es';
  label: 'steering' | 'harmless';
  /** The rules were written from the first half only; the second half tests them. */
  half: 'dev' | 'held-out';
}

const CORPUS = JSON.parse(readFileSync('__tests__/support/chatCorpus.json', 'utf8')) as Sentence[];

describe('the labelled sentences', () => {
  it('are numerous, cover three languages and are half harmless', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(400);
    const harmless = CORPUS.filter(({ label }) => label === 'harmless').length;
    expect(Math.abs(harmless / CORPUS.length - 0.5)).toBeLessThan(0.05);
    for (const language of ['tr', 'en', 'es'])
      expect(CORPUS.filter((one) => one.language === language).length).toBeGreaterThanOrEqual(130);
  });

  it.each(['dev', 'held-out'] as const)('of the half "%s" are classified correctly', (half) => {
    const of = (label: Sentence['label']) => CORPUS.filter((one) => one.half === half && one.label === label);
    const missed = of('steering').filter(({ text }) => !isSteering(text));
    const alarmed = of('harmless').filter(({ text }) => isSteering(text));
    const figures = {
      recall: 1 - missed.length / of('steering').length,
      falseAlarms: alarmed.length / of('harmless').length,
    };
    expect(figures.recall).toBeGreaterThanOrEqual(0.95);
    expect(figures.falseAlarms).toBeLessThanOrEqual(0.02);
  });
});

describe('a missing space after a sentence is no link', () => {
  it.each([
    'Merhaba.biz sizi bekliyoruz',
    'Merhaba.biz, yarın geliriz',
    'Geldim.biz iki kişiyiz',
    'Adresim Kadıköy.biz iki kişiyiz',
    'Saat 18.00.de orada olurum',
    '18.00.de',
    '9.30.da gelirim',
    'Evdeyim.de bakalım',
    'Maaş 25 bin.net mi?',
    'Maaş 25 bin.net',
    'Ücret 25.000.net',
    'Teşekkürler.net ücret ne kadar',
    'Dinlenme odası var.tv de var',
    'Güvenlik işi yaptım.site güvenliği olur',
    'Tamam.link gelmedi',
    'Uygunum.online görüşelim mi',
    'Mesaj at tamam.biz bekleriz',
    'İyi günler.biz',
    'Kolay gelsin.biz',
    'Anladım.de',
    'Görüşürüz.net konuşalım',
    'See you.me too',
    'See you tomorrow.us two',
    'Hasta mañana.me apunto',
    'Hola.me interesa el puesto',
    'Hola.me interesa',
    'Vivo en Madrid.me interesa mucho',
    'Trabajo en tienda.de lunes a viernes',
    'Estoy bien.es buen trabajo',
    'Gracias.info recibida',
    'Perfecto.de acuerdo',
    'I am at home.me and my brother can come',
    'We meet at noon. me too',
    'I start at nine. us two',
    'Thanks.us two will come',
    'I have experience.shop work mostly',
    'Great.me too',
    'I can do part-time.me and my brother',
    'Fine.site is near my home',
    'Bring papers, for.example an id card',
    'Çalışmak istiyorum.biz',
    'Çalışmıyorum.biz',
    'Hafta sonu gelebilirim.net',
    'Busco trabajo.es',
    'I can start on Monday.me',
    "can't.Me too",
    'I can’t.me neither',
    "Sorry, we'll.us two",
    "We'll.us",
    "Kadıköy'deyim.biz",
    'Pazartesi-Cuma.biz',
    'Hafta içi, pazartesi-cuma.biz bekleriz',
    'Cumartesi-Pazar.net',
    'Mon-Fri.me',
    'Lunes-Viernes.Me apunto',
    'Ocak-Mart.de',
    'Gracias.Edu',
    'Gracias.Edu.',
    'Un saludo.Edu',
    'Saludos.Edu',
    'Estoy en Madrid.Edu',
    'Después.Edu',
  ])('%s', (text) => {
    expect(isSteering(text)).toBe(false);
  });
});

describe('a link steers away', () => {
  it.each([
    'http://kafe.biz',
    'https://a.example/x gelin',
    'www.kafe.de',
    'WWW.KAFE.BIZ',
    'merhaba.biz/basvuru',
    'kafe.me/ayse sayfama bak',
    'tienda.es/empleo ahora',
    'kafemiz.com',
    'Kafemiz.Com bekleriz',
    'kafemiz.com.tr üzerinden başvurun',
    'kafemiz.net.tr bekleriz',
    'shop.co.uk is ours',
    'tienda.com.mx',
    'kafemiz.org formu var',
    'bit.ly',
    'forms.gle/abc',
    'kafemiz.net',
    'kafemiz.biz.',
    'moda-kafe.biz bekleriz',
    'kafemiz.net’ten başvurun',
    "kafemiz.biz'e yazın",
    'kafemiz.biz adresinde form var',
    'kafemiz.site sitesinden bakın',
    'kafemiz.online üzerinden yazın',
    'Sitemiz kafemiz.net bekleriz',
    'Web: kafemiz.info bekleriz',
    'Adres: kafemiz.net bekleriz',
    'Please visit ourcafe.net for details',
    'Apply on ourcafe.shop today',
    'Our website is ourcafe.me and it is easy',
    'ourcafe.net has the form',
    'ourcafe.us is where to apply',
    'Check out ourcafe.app now',
    'Mira nuestrocafe.es',
    'Visita nuestrocafe.net para más',
    'Nuestra web es nuestrocafe.online y es fácil',
    'nuestrocafe.info es la página',
    'ali at kafemiz.net',
    'ali [at] kafemiz.biz',
    'ali at kafemiz dot me',
    'ali arroba kafemiz punto es',
    'ali@kafemiz.biz',
    'KAFEMIZ.BIZ',
    'ｋａｆｅｍｉｚ.\u200Bbiz',
    'Başvuru için kafemiz.biz',
    'Apply via ourcafe.shop',
    't.me',
    "'t.me/kafemiz' kanalı",
    "yaz't.me/kafemiz",
    'T.Me kanalımız var',
    "'kafemiz.biz'",
    'Web: pazartesi-cuma.net bekleriz',
    'pazartesi-kafe.biz bekleriz',
    'okulumuz.edu bekleriz',
    'gracias.edu',
    'Üniversitemiz.edu formu var',
    'okulumuz.edu.tr',
    'Okulumuz.Edu.Tr bekleriz',
    'okulumuz.Edu/basvuru',
    'Okulumuz.Edu',
    'Visita Escuela.Edu para más',
    'ali at okulumuz . edu',
  ])('%s', (text) => {
    expect(isSteering(text)).toBe(true);
  });
});

describe('night hours of the marketplace', () => {
  it.each([
    ['2026-03-11T18:59:59Z', false],
    ['2026-03-11T19:00:00Z', true],
    ['2026-03-11T22:00:00Z', true],
    ['2026-03-12T04:59:59Z', true],
    ['2026-03-12T05:00:00Z', false],
  ])('are right for %s in Istanbul: %s', (instant, expected) => {
    expect(isNight(new Date(instant), 'Europe/Istanbul')).toBe(expected);
  });

  it('follow the change to summer time', () => {
    // 07:59 and 08:00 in Madrid on the day when summer time begins.
    expect(isNight(new Date('2026-03-29T05:59:00Z'), 'Europe/Madrid')).toBe(true);
    expect(isNight(new Date('2026-03-29T06:00:00Z'), 'Europe/Madrid')).toBe(false);
  });
});
