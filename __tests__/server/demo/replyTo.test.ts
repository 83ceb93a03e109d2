import { personalityOf, type Personality } from '../../../server/demo/newcomer';
import { replyTo, languageOf, topicOf } from '../../../server/demo/replyTo';
import texts from '../../../server/texts/demo.json';

const aPersonality = (changes: Partial<Personality> = {}): Personality => ({
  replies: 'answers',
  invitations: 'accepts',
  cancelsLater: false,
  reminders: 'comes',
  usesLink: false,
  replyDelay: 5,
  invitationDelay: 10,
  variant: 0,
  ...changes,
});
const profile = { firstName: 'Elif', experienceMonth: 30, locationName: 'Kadıköy, İstanbul', expectedSalary: 32500 };

describe('questions to a simulated worker', () => {
  it.each([
    ['tr', 'availability', 'Merhaba Elif, ne zaman başlayabilirsiniz?'],
    ['tr', 'experience', 'Daha önce benzer bir işte çalıştınız mı?'],
    ['tr', 'salary', 'Ücret beklentiniz nedir?'],
    ['tr', 'distance', 'Size uzak mı, ulaşım nasıl olur?'],
    ['tr', 'interview', 'Yarın saat 14:00 görüşmeye gelebilir misiniz?'],
    ['tr', 'documents', 'Hijyen belgeniz var mı?'],
    ['tr', 'hours', 'Hafta sonu vardiyasına kalır mısınız?'],
    ['tr', 'greeting', 'MERHABA'],
    ['tr', 'thanks', 'Teşekkürler, görüşmek üzere'],
    ['tr', 'other', 'Kedi sever misiniz?'],
    ['en', 'availability', 'Hello, when can you start?'],
    ['en', 'experience', 'Do you have any experience as a waiter?'],
    ['en', 'salary', 'What salary do you expect?'],
    ['en', 'distance', 'Where do you live? How would you commute?'],
    ['en', 'interview', 'Can you come to an interview tomorrow?'],
    ['en', 'documents', 'Do you have a hygiene certificate?'],
    ['en', 'hours', 'Can you work the night shift?'],
    ['en', 'greeting', 'Hi!'],
    ['en', 'thanks', 'Thank you'],
    ['en', 'other', 'Do you like what you see?'],
    ['es', 'availability', '¿Cuándo puede empezar?'],
    ['es', 'experience', '¿Tiene experiencia como camarero?'],
    ['es', 'salary', '¿Qué sueldo espera?'],
    ['es', 'distance', '¿Vive lejos de aquí?'],
    ['es', 'interview', '¿Puede venir a una entrevista el lunes?'],
    ['es', 'documents', '¿Tiene el certificado de higiene?'],
    ['es', 'hours', '¿Puede trabajar el fin de semana?'],
    ['es', 'greeting', 'Hola, buenos días'],
    ['es', 'thanks', 'Muchas gracias'],
    ['es', 'other', '¿Le gusta el café?'],
  ] as const)('are recognised in %s as %s: %s', (language, topic, message) => {
    expect(languageOf(message)).toBe(language);
    expect(topicOf(message, language)).toBe(topic);
  });

  it('are Turkish without any hint', () => {
    expect(languageOf('12:30 ok')).toBe('tr');
  });
});

describe('replyTo', () => {
  it.each([
    ['Deneyiminiz var mı?', '2 yıl deneyimim var, işi biliyorum.'],
    ['Maaş beklentiniz?', 'Beklentim aylık 32.500 TL civarında, yol ve yemek varsa konuşabiliriz.'],
    ['Nerede oturuyorsunuz?', 'Kadıköy tarafında oturuyorum, toplu taşımayla rahat gelirim.'],
    ['What salary do you expect?', 'I expect around 32,500 TL a month; with meals and transport we can talk.'],
    ['Do you have experience?', 'I have 2 years of experience, I know the work.'],
    ['¿Vive lejos?', 'Vivo por Kadıköy, llego fácilmente.'],
    ['¿Qué sueldo espera?', 'Espero unos 32.500 TL al mes; con comida y transporte podemos hablarlo.'],
  ])('%s', (question, answer) => {
    expect(replyTo(question, profile, aPersonality())).toBe(answer);
  });

  it('claims nothing that is not in the profile', () => {
    expect(replyTo('Deneyiminiz var mı?', {}, aPersonality())).toBe(texts.tr.inexperienced[0]);
    expect(replyTo('Where do you live?', {}, aPersonality())).toContain(texts.en.unknownPlace);
    expect(replyTo('¿Qué sueldo espera?', {}, aPersonality())).toContain(texts.es.unknownSalary);
  });

  it.each([
    ['silent', 'Merhaba', null],
    ['declines', 'Görüşmeye gelir misiniz?', texts.tr.declines[0]],
    ['steersOutside', 'When can you start?', texts.en.steersOutside[0]],
    ['steersOutside', 'Thank you', texts.en.topics.thanks[0]],
  ] as const)('follows the personality of a worker who is %s', (replies, question, answer) => {
    expect(replyTo(question, profile, aPersonality({ replies }))).toBe(answer);
  });

  it('leaves no placeholder in any wording', () => {
    const questions = [
      'Maaş?',
      'Deneyim?',
      'ulaşım',
      'salary',
      'experience',
      'commute',
      'sueldo',
      'experiencia',
      'lejos',
    ];
    for (const question of questions) {
      for (let variant = 0; variant < 4; variant += 1) {
        expect(replyTo(question, profile, aPersonality({ variant }))).not.toMatch(/[{}]/);
      }
    }
  });
});

describe('personalityOf', () => {
  it('is the same for the same worker, and a few hundred workers have every kind', () => {
    const all = Array.from({ length: 400 }, (_, id) => personalityOf(id + 1, 7));
    expect(all[41]).toEqual(personalityOf(42, 7));
    expect(new Set(all.map((one) => one.replies)).size).toBe(4);
    expect(new Set(all.map((one) => one.invitations)).size).toBe(3);
    expect(all.some((one) => one.cancelsLater)).toBe(true);
  });
});
