import type { AppointmentStatus } from '../../../contract/constants/statuses';

type Speaker = 'employer' | 'worker';
export type Dialogue = readonly (readonly [Speaker, string])[];

const E = 'employer';
const W = 'worker';

// {ad} is the worker's first name, {ilan} the job, {yer} the place, {semt} the worker's district. A dialogue ends with the
// employer; one that waits for an answer leaves that line out.

/** Before a decision: questions of either side. */
export const QUESTIONS: readonly Dialogue[] = [
  [
    [W, 'İyi günler, ilan hâlâ geçerli mi?'],
    [E, 'Merhaba {ad}, evet geçerli. Başvurunuzu aldık.'],
    [W, 'Vardiya saatleri nasıl acaba?'],
    [E, 'Sabah 08:00-16:00 ve akşam 16:00-24:00 olarak iki vardiyamız var.'],
  ],
  [
    [E, 'Merhaba {ad}, daha önce benzer bir işte çalıştınız mı?'],
    [W, 'Evet, aynı pozisyonda çalıştım. Yoğun saatlere alışığım.'],
    [E, 'Teşekkürler, bu hafta size dönüş yapacağız.'],
  ],
  [
    [E, 'Merhaba {ad}, ücret beklentiniz nedir?'],
    [W, 'İlanda yazan ücret benim için uygun. Yol ve yemek var mı?'],
    [E, 'Evet, yol ve yemek bizden.'],
  ],
  [
    [E, 'Merhaba {ad}, {semt} tarafından {yer} size uzak olur mu?'],
    [W, 'Hayır, tek vasıtayla geliyorum. Yaklaşık yarım saat sürüyor.'],
    [E, 'Güzel. Başvuruları değerlendiriyoruz, size yazacağım.'],
  ],
  [
    [W, 'Merhaba, hafta sonu da çalışılıyor mu?'],
    [E, 'Evet, hafta sonu dönüşümlü çalışıyoruz.'],
    [W, 'Anladım, benim için sorun değil.'],
    [E, 'Not aldım, teşekkürler.'],
  ],
  [
    [E, 'Merhaba {ad}, hijyen belgeniz var mı?'],
    [W, 'Şu an yok ama bir hafta içinde alabilirim.'],
    [E, 'Olur, işe girişte lazım olacak.'],
  ],
  [
    [E, 'Merhaba {ad}, öğrenci misiniz?'],
    [W, 'Evet, üniversiteye gidiyorum. Haftada üç gün tam çalışabilirim.'],
    [E, 'Yarı zamanlı kadromuz da var, değerlendirelim.'],
  ],
  [
    [W, 'Merhaba, başvurum hakkında bilgi alabilir miyim?'],
    [E, 'Merhaba {ad}, başvurunuz elimizde. Hafta sonuna kadar haber vereceğiz.'],
  ],
];

/** Before an invitation. */
export const INVITING: readonly Dialogue[] = [
  [
    [E, 'Merhaba {ad}, {ilan} başvurunuzu inceledik. Ne zaman başlayabilirsiniz?'],
    [W, 'Merhaba, hemen başlayabilirim.'],
    [E, 'Harika, görüşmek için davet gönderiyorum.'],
  ],
  [
    [E, 'Merhaba {ad}, deneyiminiz bize uygun. Görüşmeye gelebilir misiniz?'],
    [W, 'Tabii, öğleden sonra daha rahat olurum.'],
    [E, 'Tamam, saatini davette bulacaksınız.'],
  ],
  [
    [W, 'Merhaba, ilan hâlâ açık mı?'],
    [E, 'Merhaba {ad}, açık. Sizi görüşmeye davet etmek isteriz.'],
    [W, 'Çok sevinirim.'],
    [E, 'Daveti gönderiyorum.'],
  ],
  [[E, 'Merhaba {ad}, {ilan} ilanımız için sizinle görüşmek istiyoruz. Davet gönderiyorum.']],
];

/** The worker suggests another app; the inbox marks such a thread with a warning. */
export const STEERING: readonly Dialogue[] = [
  [
    [E, 'Merhaba {ad}, başvurunuz için teşekkürler. Ne zaman başlayabilirsiniz?'],
    [W, 'Merhaba, buraya pek bakamıyorum, WhatsApp’tan yazar mısınız?'],
    [E, 'Buradan devam edelim lütfen.'],
  ],
  [
    [E, 'Merhaba {ad}, deneyiminizden biraz bahseder misiniz?'],
    [W, 'Telegramdan yazsanız daha hızlı dönerim.'],
    [E, 'Buradan yazmanızı rica ederim.'],
  ],
  [
    [W, 'Merhaba, detayları WhatsApp’tan konuşabilir miyiz?'],
    [E, 'Merhaba {ad}, buradan devam edelim.'],
  ],
];

/** After somebody did not come to the interview. */
export const AFTER_MISSED: readonly Dialogue[] = [
  [
    [E, 'Merhaba {ad}, bugün görüşmeye gelemediniz, bir sorun mu oldu?'],
    [W, 'Kusura bakmayın, ailevi bir durum çıktı. Başka bir gün gelebilir miyim?'],
    [E, 'Geçmiş olsun. Yer açılırsa yazarım.'],
  ],
  [[E, 'Merhaba {ad}, görüşmede sizi bekledik. Haber verebilir misiniz?']],
];

const AFTER_CANCELLATION: readonly Dialogue[] = [
  [
    [E, 'Merhaba {ad}, görüşmeyi iptal etmek zorunda kaldık. Kusura bakmayın.'],
    [W, 'Sorun değil. Yeni bir gün olur mu?'],
    [E, 'Planımız netleşince yazacağım.'],
  ],
];

/** What follows the last status of an appointment; nothing follows the others. */
export const AFTER: Partial<Record<AppointmentStatus, readonly Dialogue[]>> = {
  ACTIVE: [
    [
      [W, 'Davetiniz için teşekkürler, orada olacağım.'],
      [E, 'Bekliyoruz. Kimliğinizi yanınıza alın lütfen.'],
    ],
    [
      [W, 'Onayladım. Yanımda ne getireyim?'],
      [E, 'Kimliğiniz yeterli, görüşmek üzere.'],
    ],
  ],
  REJECTED: [
    [
      [W, 'Maalesef o saatte çalışıyorum.'],
      [E, 'Anladım. Size uyan bir saat olursa yazın.'],
    ],
    [
      [W, 'Teşekkürler ama başka bir yerle anlaştım.'],
      [E, 'Hayırlı olsun, iyi çalışmalar.'],
    ],
  ],
  APPLICANT_CANCELLED: [
    [
      [W, 'Çok üzgünüm, hastalandım ve gelemeyeceğim.'],
      [E, 'Geçmiş olsun, iyileşince haber verin.'],
    ],
  ],
  CANCELLED: AFTER_CANCELLATION,
  CANCELLED_OUTSIDE_24H: AFTER_CANCELLATION,
  APPOINTMENT_POSITIVE: [
    [
      [E, 'Merhaba {ad}, geldiğiniz için teşekkürler. Görüşmeniz iyi geçti.'],
      [W, 'Ben teşekkür ederim. Ne zaman haber alırım?'],
      [E, 'Birkaç gün içinde döneceğiz.'],
    ],
  ],
  APPOINTMENT_NEGATIVE: [[[E, 'Merhaba {ad}, geldiğiniz için teşekkürler. Bu kez başka bir adayla ilerliyoruz.']]],
  OFFER_SENT: [
    [
      [E, 'Merhaba {ad}, sizi ekibimizde görmek isteriz. Teklifimizi değerlendirir misiniz?'],
      [W, 'Çok sevindim. Yarına kadar düşünebilir miyim?'],
      [E, 'Tabii, yarın haberinizi bekliyorum.'],
    ],
  ],
  OFFER_ACCEPTED: [
    [
      [W, 'Teklifinizi kabul ediyorum. Ne zaman başlıyorum?'],
      [E, 'Hoş geldiniz! İlk gününüzü buradan bildireceğim.'],
      [W, 'Tamamdır, görüşmek üzere.'],
      [E, 'Görüşmek üzere.'],
    ],
    [
      [E, 'Aramıza hoş geldiniz {ad}.'],
      [W, 'Çok sevindim, teşekkür ederim!'],
      [E, 'Evrak listesini ilk gün vereceğiz.'],
    ],
  ],
  OFFER_REJECTED: [
    [
      [W, 'Teklifiniz için teşekkürler ama daha yakın bir iş buldum.'],
      [E, 'Haber verdiğiniz için teşekkürler, iyi çalışmalar.'],
    ],
  ],
};
