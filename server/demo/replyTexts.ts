import type { Language } from '../../contract/constants/options';
import type { Topic } from './replyTo';

/** Texts that simulated workers write. The profile fills in {place}, {salary}, {experience}, {age} and {job}. */
export interface ReplyTexts {
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
      'He trabajado {experience} en total y estoy acostumbrado al ritmo.',
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
