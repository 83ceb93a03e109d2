import type { Language } from '../../contract/constants/options';
import { fold } from '../../contract/constants/text';
import type { Personality } from './newcomer';

/** Texts that simulated workers write. The profile fills in {place}, {salary}, {experience}, {age} and {job}. */
interface ReplyTexts {
  topics: Record<Exclude<Topic, 'experience'>, readonly string[]>;
  experienced: readonly string[];
  inexperienced: readonly string[];
  declines: readonly string[];
  steersOutside: readonly string[];
  unknownPlace: string;
  unknownSalary: string;
  /** The duration with `{years}` and `{months}`. */
  years: string;
  months: string;
}

export const REPLY_TEXTS: Record<Language, ReplyTexts> = {
  tr: {
    topics: {
      salary: [
        'Beklentim aylık {salary} civarında, yol ve yemek varsa konuşabiliriz.',
        '{salary} benim için uygun olur.',
      ],
      documents: [
        'Evraklarım hazır, görüşmeye gelirken getirebilirim.',
        'Eksik olan belgeyi birkaç gün içinde tamamlayabilirim.',
      ],
      interview: [
        'Görüşmeye gelebilirim, davet gönderirseniz onaylarım.',
        'Olur, öğleden sonra bana daha uygun. Saati siz belirleyin lütfen.',
      ],
      distance: [
        '{place} tarafında oturuyorum, toplu taşımayla rahat gelirim.',
        'Evim {place} tarafında, ulaşım sorun olmaz.',
      ],
      availability: [
        'Hemen başlayabilirim.',
        'Pazartesi itibarıyla başlayabilirim.',
        'Şu anda çalışmıyorum, iki gün içinde başlarım.',
      ],
      hours: [
        'Vardiyalı çalışabilirim, hafta sonu da sorun değil.',
        'Sabah vardiyası daha uygun ama akşam da çalışabilirim.',
      ],
      thanks: ['Ben teşekkür ederim, iyi çalışmalar.', 'Rica ederim, görüşmek üzere.'],
      greeting: ['Merhaba, buyurun.', 'Merhaba, ilginiz için teşekkürler. Nasıl yardımcı olabilirim?'],
      other: ['Tam anlayamadım, biraz daha açar mısınız?', 'Bu konuda bilgi alabilir miyim?'],
    },
    experienced: [
      '{experience} deneyimim var, işi biliyorum.',
      'Toplam {experience} çalıştım, yoğun tempoya alışığım.',
    ],
    inexperienced: ['Daha önce bu işte çalışmadım ama hızlı öğrenirim.', 'Deneyimim yok, öğrenmeye açığım.'],
    declines: ['Teşekkür ederim ama başka bir iş buldum.', 'İlginiz için sağ olun, artık iş aramıyorum.'],
    steersOutside: [
      'Buraya pek bakamıyorum, WhatsApp’tan yazar mısınız?',
      'Telegram’dan konuşsak olur mu? Daha hızlı dönerim.',
    ],
    unknownPlace: 'yakın bir semt',
    unknownSalary: 'asgari ücretin biraz üzeri',
    years: '{years} yıl',
    months: '{months} ay',
  },
  en: {
    topics: {
      salary: [
        'I expect around {salary} a month; with meals and transport we can talk.',
        '{salary} would be fine for me.',
      ],
      documents: [
        'My documents are ready, I can bring them to the interview.',
        'I can get the missing document within a few days.',
      ],
      interview: [
        'I can come to an interview, please send an invitation and I will confirm.',
        'Yes, the afternoon suits me better. Please choose the time.',
      ],
      distance: [
        'I live around {place}, it is an easy ride for me.',
        'My home is near {place}, getting there is no problem.',
      ],
      availability: [
        'I can start right away.',
        'I can start on Monday.',
        'I am not working now, two days are enough for me.',
      ],
      hours: ['I can work in shifts, weekends are fine too.', 'Mornings suit me better, but I can do evenings.'],
      thanks: ['Thank you, have a nice day.', 'You are welcome, see you.'],
      greeting: ['Hello, how can I help?', 'Hello, thank you for writing.'],
      other: ['Sorry, I did not quite get that. Could you explain?', 'Could you tell me more about it?'],
    },
    experienced: [
      'I have {experience} of experience, I know the work.',
      'I worked {experience} in total and I am used to busy hours.',
    ],
    inexperienced: [
      'I have not done this before, but I learn fast.',
      'I have no experience yet, I am open to learning.',
    ],
    declines: ['Thank you, but I have found another job.', 'Thanks for your interest, I am no longer looking.'],
    steersOutside: [
      'I rarely look here, could you write to me on WhatsApp?',
      'Can we talk on Telegram? I answer faster there.',
    ],
    unknownPlace: 'a place nearby',
    unknownSalary: 'a little over the minimum wage',
    years: '{years} years',
    months: '{months} months',
  },
  es: {
    topics: {
      salary: ['Espero unos {salary} al mes; con comida y transporte podemos hablarlo.', '{salary} me parece bien.'],
      documents: [
        'Tengo los documentos listos, puedo llevarlos a la entrevista.',
        'Puedo conseguir el documento que falta en unos días.',
      ],
      interview: [
        'Puedo ir a la entrevista; envíeme la invitación y la confirmo.',
        'Sí, por la tarde me viene mejor. Elija usted la hora.',
      ],
      distance: ['Vivo por {place}, llego fácilmente.', 'Mi casa está cerca de {place}, el transporte no es problema.'],
      availability: [
        'Puedo empezar enseguida.',
        'Puedo empezar el lunes.',
        'Ahora no trabajo, en dos días puedo empezar.',
      ],
      hours: [
        'Puedo trabajar por turnos, también los fines de semana.',
        'Prefiero las mañanas, pero también puedo por la tarde.',
      ],
      thanks: ['Gracias a usted, que tenga un buen día.', 'De nada, hasta luego.'],
      greeting: ['Hola, dígame.', 'Hola, gracias por escribirme.'],
      other: ['Perdone, no le he entendido bien. ¿Puede explicarlo?', '¿Me puede contar un poco más?'],
    },
    experienced: [
      'Tengo {experience} de experiencia, conozco el trabajo.',
      'He trabajado {experience} en total y el ritmo no es problema.',
    ],
    inexperienced: ['No lo he hecho antes, pero aprendo rápido.', 'Aún no tengo experiencia, pero quiero aprender.'],
    declines: ['Gracias, pero ya encontré otro trabajo.', 'Gracias por su interés, ya no estoy buscando.'],
    steersOutside: ['Aquí miro poco, ¿me escribe por WhatsApp?', '¿Podemos hablar por Telegram? Respondo más rápido.'],
    unknownPlace: 'un barrio cercano',
    unknownSalary: 'algo más del salario mínimo',
    years: '{years} años',
    months: '{months} meses',
  },
};

/** Topics of an employer's message, the most specific first; the first match is answered. */
const TOPICS = [
  'salary',
  'documents',
  'interview',
  'distance',
  'experience',
  'availability',
  'hours',
  'thanks',
  'greeting',
] as const;
type Topic = (typeof TOPICS)[number] | 'other';

/** Prefixes of folded words by language; a phrase of several words must match exactly. */
const WORDS: Record<Language, Record<(typeof TOPICS)[number], readonly string[]>> = {
  tr: {
    salary: ['maas', 'ucret', 'beklenti', 'kac lira', 'net ne kadar'],
    documents: ['belge', 'evrak', 'sertifika', 'ehliyet', 'kimlik', 'saglik raporu', 'hijyen', 'sgk', 'ikametgah'],
    interview: ['gorusme', 'mulakat', 'randevu', 'davet', 'ugrar misiniz', 'gelebilir mi'],
    distance: [
      'uzak',
      'yakin mi',
      'ulasim',
      'nerede oturuyor',
      'nerede yasiyor',
      'semt',
      'adres',
      'yol ',
      'mesafe',
      'kac dakika',
      'servis',
    ],
    experience: ['deneyim', 'tecrube', 'daha once', 'calistiniz', 'neler yaptiniz', 'kac yil', 'referans'],
    availability: [
      'ne zaman basla',
      'baslayabilir',
      'hemen',
      'musait',
      'uygun mu',
      'hangi gun',
      'yarin',
      'ise ne zaman',
    ],
    hours: ['vardiya', 'hafta sonu', 'mesai', 'aksam', 'gece', 'part time', 'yari zamanli', 'tam zamanli', 'saatler'],
    thanks: ['tesekkur', 'sag ol', 'gorusmek uzere', 'iyi gunler dilerim', 'tamamdir'],
    greeting: ['merhaba', 'selam', 'iyi gunler', 'gunaydin', 'iyi aksamlar', 'nasilsiniz'],
  },
  en: {
    salary: ['salary', 'salaries', 'wage', 'pay ', 'how much', 'expectation'],
    documents: ['document', 'certificate', 'licence', 'license', 'id card', 'papers', 'health report'],
    interview: ['interview', 'appointment', 'meet', 'come by', 'invite', 'invitation'],
    distance: ['how far', 'commute', 'transport', 'where do you live', 'live near', 'distance', 'get here', 'address'],
    experience: ['experience', 'worked before', 'previous', 'reference', 'have you worked', 'how many years'],
    availability: ['when can you', 'start', 'available', 'availability', 'tomorrow', 'which day', 'right away', 'free'],
    hours: ['shift', 'weekend', 'evening', 'night', 'part time', 'part-time', 'full time', 'full-time', 'hours'],
    thanks: ['thank', 'see you', 'great, ', 'goodbye'],
    greeting: ['hello', 'hi', 'good morning', 'good evening', 'dear', 'how are you'],
  },
  es: {
    salary: ['salario', 'sueldo', 'cuanto', 'pago', 'remunera', 'expectativa'],
    documents: ['documento', 'certificad', 'licencia', 'carne', 'papeles', 'identificacion'],
    interview: ['entrevista', 'cita', 'reunion', 'pasarse', 'invit', 'vernos'],
    distance: ['lejos', 'donde vive', 'transporte', 'distancia', 'llegar', 'direccion', 'cerca'],
    experience: ['experiencia', 'trabajado', 'anterior', 'referencia', 'cuantos anos'],
    availability: ['cuando puede', 'empezar', 'disponib', 'manana', 'que dia', 'incorpor', 'libre'],
    hours: ['turno', 'fin de semana', 'noche', 'tiempo parcial', 'media jornada', 'jornada completa', 'horario'],
    thanks: ['gracias', 'hasta luego', 'nos vemos', 'perfecto'],
    greeting: ['hola', 'buenos dias', 'buenas', 'que tal', 'estimad'],
  },
};

/** Common words that identify a language when no topic word does. */
const HINTS: Record<Language, readonly string[]> = {
  tr: ['misiniz', 'musunuz', 'mi', 'mu', 've', 'bir', 'icin', 'siz', 'size', 'var', 'bu', 'lutfen', 'evet'],
  en: ['you', 'your', 'are', 'the', 'can', 'do', 'is', 'please', 'what', 'have', 'we', 'yes'],
  es: ['usted', 'puede', 'que', 'es', 'esta', 'tiene', 'para', 'por', 'favor', 'nosotros', 'el', 'los', 'si', 'su'],
};

const matches = (text: string, word: string): boolean =>
  word.length <= 3 ? new RegExp(`(^|[^a-z])${word}([^a-z]|$)`).test(text) : new RegExp(`(^|[^a-z])${word}`).test(text);

/** Returns the language of a message by its common words and topic words; Turkish when neither decides. */
export const languageOf = (message: string): Language => {
  const text = fold(message);
  const words = text.split(/[^a-z]+/);
  const points = (language: Language): number => {
    const hints = HINTS[language].filter((hint) => words.includes(hint)).length;
    const topical = TOPICS.flatMap((topic) => WORDS[language][topic]).filter((word) => matches(text, word)).length;
    // Letters that only one of the three languages uses.
    const letters = { tr: /[ğşıİç]/.test(message), en: false, es: /[¿¡ñáéíóú]/.test(message) }[language];
    return hints + 1.5 * topical + (letters ? 2 : 0);
  };
  const ranked = (['tr', 'en', 'es'] as const).map((language) => ({ language, value: points(language) }));
  return ranked.reduce((best, one) => (one.value > best.value ? one : best)).language;
};

/** Goodbyes that contain a word of another topic ("görüşmek üzere" is no interview). */
const FAREWELLS = /gorusmek uzere|gorusuruz|nice to meet you/g;

/** Returns the topic of a message in its language. A question takes precedence over a greeting. */
export const topicOf = (message: string, language: Language): Topic => {
  const text = `${fold(message).replace(FAREWELLS, (words) => (words.startsWith('nice') ? 'hello' : 'tesekkur'))} `;
  return TOPICS.find((topic) => WORDS[language][topic].some((word) => matches(text, word))) ?? 'other';
};

/** The worker's data in an event. `expectedSalary` is in lira a month; any field may be missing. */
export interface SimulatedProfile {
  firstName?: string;
  experienceMonth?: number;
  locationName?: string | null;
  expectedSalary?: number | null;
  birthDate?: string | null;
}

const vary = (texts: readonly string[], variant: number): string => texts[variant % texts.length] ?? '';

const experienceText = (months: number, texts: ReplyTexts): string => {
  const years = Math.floor(months / 12);
  // One year is written as months, so that no text needs a singular.
  return years >= 2 ? texts.years.replace('{years}', String(years)) : texts.months.replace('{months}', String(months));
};

/** Formats thousands with a point in Turkish and Spanish and a comma in English; without cents. */
const salaryText = (amount: number, separator: string): string =>
  `${String(Math.round(amount)).replace(/\B(?=(\d{3})+$)/g, separator)} TL`;

/**
 * Returns the worker's answer to an employer's message, in the language of the message; it fits the question and the
 * worker's profile. Null when this worker never answers.
 */
export const replyTo = (question: string, worker: SimulatedProfile, personality: Personality): string | null => {
  if (personality.replies === 'silent') return null;
  const language = languageOf(question);
  const texts = REPLY_TEXTS[language];
  const topic = topicOf(question, language);
  const { variant, replies } = personality;
  if (replies === 'declines') return vary(texts.declines, variant);
  // A worker does not suggest another app in answer to a goodbye.
  if (replies === 'steersOutside' && topic !== 'thanks') return vary(texts.steersOutside, variant);
  const months = worker.experienceMonth ?? 0;
  const choices = topic === 'experience' ? (months > 1 ? texts.experienced : texts.inexperienced) : texts.topics[topic];
  const salary = worker.expectedSalary
    ? salaryText(worker.expectedSalary, language === 'en' ? ',' : '.')
    : texts.unknownSalary;
  return vary(choices, variant)
    .replace('{place}', () => worker.locationName?.split(',')[0]?.trim() || texts.unknownPlace)
    .replace('{salary}', () => salary)
    .replace('{experience}', () => experienceText(months, texts));
};
