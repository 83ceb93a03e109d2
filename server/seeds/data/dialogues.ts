type Speaker = 'employer' | 'worker';
export type Dialogue = readonly (readonly [Speaker, string])[];

const E = 'employer';
const W = 'worker';

/** Short conversations; {ad} is the worker's first name, {ilan} the job, {yer} the place, {semt} the worker's district. */
export const DIALOGUES: readonly Dialogue[] = [
  [
    [E, 'Merhaba {ad}, {ilan} başvurunuzu aldık. Ne zaman başlayabilirsiniz?'],
    [W, 'Merhaba, hemen başlayabilirim.'],
    [E, 'Harika. Yarın görüşmeye gelebilir misiniz?'],
    [W, 'Tabii, saat kaçta uygun olur?'],
    [E, 'Öğleden sonra uygunuz, davet gönderiyorum.'],
    [W, 'Teşekkür ederim, bekliyorum.'],
  ],
  [
    [E, 'Merhaba {ad}, daha önce benzer bir işte çalıştınız mı?'],
    [W, 'Evet, aynı pozisyonda çalıştım. Yoğun saatlere alışığım.'],
    [E, 'Neden ayrılmıştınız?'],
    [W, 'İşletme kapandı maalesef.'],
  ],
  [
    [W, 'İyi günler, ilan hâlâ geçerli mi?'],
    [E, 'Merhaba {ad}, evet geçerli.'],
    [W, 'Vardiya saatleri nasıl acaba?'],
    [E, 'Sabah 08:00-16:00 ve akşam 16:00-24:00 olarak iki vardiyamız var.'],
    [W, 'Bana sabah vardiyası daha uygun.'],
  ],
  [
    [E, 'Merhaba, ücret beklentiniz nedir?'],
    [W, 'Profilimde yazan ücret benim için uygun, yol ve yemek varsa konuşabiliriz.'],
    [E, 'Yol ve yemek bizden. Görüşmek isteriz.'],
    [W, 'Çok sevinirim.'],
  ],
  [
    [E, 'Merhaba {ad}, {semt} tarafından {yer} şubemize ulaşım sizin için kolay olur mu?'],
    [W, 'Evet, tek vasıta ile geliyorum. Yaklaşık yarım saat sürüyor.'],
    [E, 'Güzel, o zaman sizi görüşmeye davet ediyorum.'],
    [W, 'Tamamdır, teşekkürler.'],
  ],
  [
    [W, 'Merhaba, hafta sonu da çalışılıyor mu?'],
    [E, 'Evet, hafta sonu dönüşümlü çalışıyoruz.'],
    [W, 'Anladım, benim için sorun değil.'],
  ],
  [
    [E, 'Merhaba {ad}, hijyen belgeniz var mı?'],
    [W, 'Şu an yok ama bir hafta içinde alabilirim.'],
    [E, 'Olur, işe girişte lazım olacak.'],
    [W, 'Tamam, bugün başvuruyorum.'],
  ],
  [
    [E, 'Merhaba, başvurunuz için teşekkürler. Öğrenci misiniz?'],
    [W, 'Evet, üniversiteye gidiyorum. Haftada üç gün tam çalışabilirim.'],
    [E, 'Part-time kadromuz var, uygun olabilir.'],
  ],
  [[W, 'Merhaba, başvurum hakkında bilgi alabilir miyim?']],
  [[E, 'Merhaba {ad}, {ilan} ilanımız için sizinle görüşmek istiyoruz. Müsait misiniz?']],
  [
    [E, 'Merhaba {ad}, başvurunuzu inceledik, deneyiminiz bize uygun. Yarın 11:00 görüşme için uygun mu?'],
    [W, 'Yarın çalışıyorum, çarşamba olabilir mi?'],
    [E, 'Çarşamba 11:00 uygundur.'],
    [W, 'Süper, teşekkürler.'],
  ],
];

/** The worker suggests another app; the inbox marks such a thread with a warning. */
export const STEERING: readonly Dialogue[] = [
  [
    [E, 'Merhaba {ad}, başvurunuz için teşekkürler. Görüşmeye gelebilir misiniz?'],
    [W, 'Merhaba, buraya pek bakamıyorum, WhatsApp’tan yazar mısınız?'],
    [E, 'Buradan devam edelim lütfen.'],
  ],
  [
    [E, 'Merhaba {ad}, deneyiminizden biraz bahseder misiniz?'],
    [W, 'Telegramdan yazsanız daha hızlı dönerim.'],
  ],
  [[W, 'Merhaba, detayları WhatsApp’tan konuşabilir miyiz?']],
];

export const AFTER_MISSED: readonly Dialogue[] = [
  [
    [E, 'Merhaba {ad}, bugün görüşmeye gelemediniz, bir sorun mu oldu?'],
    [W, 'Kusura bakmayın, ailevi bir durum çıktı. Başka bir gün gelebilir miyim?'],
    [E, 'Geçmiş olsun. Şimdilik planımız dolu, boşluk olursa yazarım.'],
  ],
  [[E, 'Merhaba {ad}, görüşmede sizi bekledik. Haber verebilir misiniz?']],
];

export const AFTER_OFFER: readonly Dialogue[] = [
  [
    [E, 'Merhaba {ad}, teklifimizi değerlendirdiniz mi?'],
    [W, 'Evet, kabul ediyorum. Ne zaman başlıyorum?'],
    [E, 'Pazartesi 09:00’da şubede olun lütfen, evrak listesini gönderiyorum.'],
    [W, 'Tamamdır, görüşmek üzere.'],
  ],
  [
    [E, 'Merhaba {ad}, sizi ekibimizde görmek isteriz.'],
    [W, 'Çok sevindim, teşekkür ederim!'],
  ],
];
