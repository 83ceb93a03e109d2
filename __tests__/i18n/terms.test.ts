import { readdirSync, readFileSync } from 'node:fs';
import { PLANS, PRODUCTS } from '../../server/seeds/data/products';

/** Returns every text that people read in a language: dashboard, mails, documents, workbooks and shop. */
const textsIn = (language: 'tr' | 'en' | 'es'): string[] => {
  const found: string[] = [];
  const collect = (node: unknown): void => {
    if (typeof node === 'string') found.push(node);
    else if (node !== null && typeof node === 'object') Object.values(node).forEach(collect);
  };
  /** Collects the parts of the language at any depth. */
  const pick = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    for (const [key, inner] of Object.entries(node)) (key === language ? collect : pick)(inner);
  };
  const read = (file: string): string => readFileSync(file, 'utf8');
  for (const name of readdirSync('i18n').filter((file) => file.startsWith(language)))
    collect(JSON.parse(read(`i18n/${name}`)));
  for (const name of readdirSync('server/texts').filter((file) => file.endsWith('.json')))
    pick(JSON.parse(read(`server/texts/${name}`)));
  pick([PRODUCTS, PLANS]);
  const pages = readdirSync('server/texts/contents').filter((file) => file.toLowerCase().includes(`.${language}.`));
  found.push(...pages.map((name) => read(`server/texts/contents/${name}`)));
  return found;
};

const matching = (language: 'tr' | 'en' | 'es', pattern: RegExp) =>
  textsIn(language).filter((text) => pattern.test(text));

describe('terminology', () => {
  it.each([
    ['es', 'solicitud for an application', /candidatura|postul/i],
    ['es', 'empleo for a job', /ofertas? (de empleo|de trabajo|activas?|pasivas?)|publicar (una )?oferta/i],
    ['es', 'empleo for a job that is bought', /^una oferta|\b(\d+|tres) ofertas?\b/i],
    ['es', 'compatibilidad for a match', /coincidencia/i],
    ['es', 'conversación for a thread', /\bchat\b/i],
    ['tr', 'şifre for a password', /parola/i],
    ['tr', 'kısa liste for the shortlist', /ön liste|ön eleme/i],
    ['tr', 'kredi for a credit', /ilan hak/i],
    ['tr', 'uyum puanı for the match score', /eşleşme puanı/i],
    ['tr', 'yazışma for a thread', /sohbet/i],
    ['tr', 'özgeçmiş for a CV', /\bCV\b/],
    ['tr', 'yanıt for an answer', /\bcevap/i],
    ['tr', 'olumsuz yanıtla for the act of declining', /olumsuz (karar|sonuçlan)/i],
    ['tr', 'kampanya for the offer of a price', /teklif (sona|\{date\})|teklifin bitmesine/i],
    ['tr', 'a name without “adlı”', /\badlı (aday|kişi)/i],
    ['tr', 'a number before its noun', /kısa listede #|başvurudan \{|ilandan\}\} \{/],
    ['tr', 'varken for time that was left', /fazla kala/],
    ['es', 'sexo for gender', /género/i],
    ['es', 'asistir for having come to an interview', /acud|no se presentó|(?<!\p{L}|dónde )vin(o|ieron)(?!\p{L})/iu],
    ['es', 'confirmada for an accepted appointment', /cita aceptada/i],
    ['es', 'the weekday before the date', /\{date\} \{weekday\}/],
    ['es', 'activo or disponible for an open job', /empleos? abiert/i],
    ['es', 'a need without “de”, because some begin with “el”', /de \{need\}/],
    ['es', 'movimientos for a statement', /extracto/i],
    ['es', 'cancelar for an appointment or a subscription', /anul/i],
    ['en', 'conversation for a thread', /\bchat\b/i],
    ['en', 'administrator for the root', /\broot\b/i],
    ['en', 'applicant for a worker who applied', /\bcandidates?\b/i],
    ['en', 'reached for the lack of a channel', /\bchannel\b/i],
  ] as const)('%s: %s', (language, _term, others) => expect(matching(language, others)).toEqual([]));
});

it('holds for Mexico each Spanish text with a word or a quotation mark that Mexico does not use', () => {
  const read = (name: string) => JSON.parse(readFileSync(`i18n/${name}.json`, 'utf8')) as Record<string, string>;
  const mexican = read('es-MX');
  const spanish = Object.entries(read('es')).filter(([, text]) =>
    /\bañad|\bcesta|\bcaduc|\bIntro\b|[«»]|\d\.\d{3}/i.test(text),
  );
  expect(spanish.map(([id]) => id).filter((id) => !(id in mexican))).toEqual([]);
});

it('names the stages of an application in one form in Spanish', () => {
  const spanish = JSON.parse(readFileSync('i18n/es.json', 'utf8')) as Record<string, string>;
  const stages = Object.entries(spanish).filter(([id]) => id.startsWith('stage.'));
  const form = /^(\{time, select, none \{)?(Nueva|(Oferta )?\p{L}+[ai]da|(No a|A)sistió)(?!\p{L})/u;
  expect(stages.filter(([, text]) => !form.test(text))).toEqual([]);
});

it('uses Turkish suffixes that follow vowel harmony', () => {
  const words = /(şifre|liste|kredi|özgeçmiş|şube|görüşme)\p{L}*[aıou](?!\p{L})/iu;
  expect(matching('tr', words)).toEqual([]);
});

describe('polite form of address', () => {
  it('is “usted” in Spanish', () => {
    const words =
      /(?<!\p{L})(tú|tu|tus|te|ti|contigo|vosotros|vuestro|os|eres|estás|tienes|puedes|quieres|debes|has|inténtalo)(?!\p{L})/iu;
    // Inside a sentence these forms are the third person.
    const orders =
      /(^|[.:;!?¿] )(elige|escribe|introduce|revisa|comprueba|vuelve|usa|guarda|mira|espera|cancela|confirma|completa|acepta|inicia|paga|registra|publica|verifica|cierra|añade)(?!\p{L})/iu;
    expect([...matching('es', words), ...matching('es', orders)]).toEqual([]);
  });

  it('is “siz” in Turkish', () => {
    expect(matching('tr', /(?<!\p{L})(sen|seni|sana|senin|hoş geldin)(?!\p{L})/iu)).toEqual([]);
  });
});
