interface PositionData {
  name: string;
  category: string;
  titles: readonly string[];
  duties: string;
  certificates?: readonly string[];
  licence?: string;
}

const position = (
  category: string,
  name: string,
  titles: readonly string[],
  duties: string,
  more: Pick<PositionData, 'certificates' | 'licence'> = {},
): PositionData => ({ category, name, titles, duties, ...more });

const CAFE = 'Kafe ve Restoran';
const KITCHEN = 'Mutfak';
const MARKET = 'Market ve Mağaza';
const STORE = 'Depo ve Lojistik';
const CARE = 'Temizlik ve Güvenlik';
const OFFICE = 'Ofis ve Müşteri Hizmetleri';
const HYGIENE = { certificates: ['Hijyen Belgesi'] };

/** Positions with their category, titles of postings and tasks. */
export const POSITIONS: readonly PositionData[] = [
  position(
    CAFE,
    'Garson',
    ['Garson', 'Deneyimli Garson', 'Hafta Sonu İçin Garson'],
    'Sipariş almak, servis yapmak ve masaları hazırlamak',
    HYGIENE,
  ),
  position(
    CAFE,
    'Barista',
    ['Barista', 'Sabah Vardiyası İçin Barista', 'Barista (Yetiştirilmek Üzere)'],
    'Kahve hazırlamak, barı ve makineleri temiz tutmak',
    { certificates: ['Barista Eğitimi', 'Hijyen Belgesi'] },
  ),
  position(CAFE, 'Komi', ['Komi', 'Yarı Zamanlı Komi'], 'Servise yardım etmek ve salonu düzenli tutmak', HYGIENE),
  position(
    CAFE,
    'Şef Garson',
    ['Şef Garson', 'Salon Şefi'],
    'Salon ekibini yönetmek ve misafir memnuniyetini takip etmek',
    HYGIENE,
  ),
  position(
    KITCHEN,
    'Aşçı',
    ['Aşçı', 'Sıcak Mutfak Aşçısı'],
    'Menüdeki sıcak yemekleri hazırlamak ve mutfak düzenini sağlamak',
    { certificates: ['Ustalık Belgesi', 'Hijyen Belgesi'] },
  ),
  position(
    KITCHEN,
    'Aşçı Yardımcısı',
    ['Aşçı Yardımcısı', 'Mutfak Elemanı'],
    'Malzeme hazırlığı yapmak ve aşçıya yardım etmek',
    HYGIENE,
  ),
  position(
    KITCHEN,
    'Bulaşıkçı',
    ['Bulaşıkçı', 'Akşam Vardiyası İçin Bulaşıkçı'],
    'Bulaşıkhaneyi ve mutfak ekipmanını temiz tutmak',
  ),
  position(KITCHEN, 'Pastacı', ['Pastacı', 'Pasta ve Tatlı Ustası'], 'Günlük pasta ve tatlıları hazırlamak', {
    certificates: ['Ustalık Belgesi'],
  }),
  position(
    MARKET,
    'Kasiyer',
    ['Kasiyer', 'Market Kasiyeri', 'Yarı Zamanlı Kasiyer'],
    'Kasa işlemlerini yapmak ve gün sonu sayımını almak',
  ),
  position(
    MARKET,
    'Reyon Görevlisi',
    ['Reyon Görevlisi', 'Manav Reyonu Görevlisi'],
    'Rafları doldurmak, tarih kontrolü yapmak ve müşteriye yardımcı olmak',
  ),
  position(
    MARKET,
    'Satış Danışmanı',
    ['Satış Danışmanı', 'Mağaza Satış Danışmanı'],
    'Müşteriyi karşılamak, ürün tanıtmak ve satış yapmak',
  ),
  position(
    MARKET,
    'Kasap',
    ['Kasap', 'Şarküteri ve Et Reyonu Elemanı'],
    'Et hazırlamak, reyonu düzenlemek ve müşteriye hizmet vermek',
    { certificates: ['Ustalık Belgesi', 'Hijyen Belgesi'] },
  ),
  position(
    STORE,
    'Depo Görevlisi',
    ['Depo Görevlisi', 'Gece Vardiyası Depo Elemanı'],
    'Mal kabulü yapmak, sayım ve sevkiyat hazırlamak',
  ),
  position(
    STORE,
    'Paketleme Elemanı',
    ['Paketleme Elemanı', 'Sezonluk Paketleme Elemanı'],
    'Siparişleri toplamak ve paketlemek',
  ),
  position(
    STORE,
    'Motokurye',
    ['Motokurye', 'Motokurye (A2 Ehliyetli)'],
    'Siparişleri zamanında ve güvenle teslim etmek',
    { licence: 'A2', certificates: ['SRC 1'] },
  ),
  position(STORE, 'Şoför', ['Dağıtım Şoförü', 'Şoför (B Ehliyetli)'], 'Şubeler arası ürün dağıtımı yapmak', {
    licence: 'B',
    certificates: ['SRC 4', 'Psikoteknik'],
  }),
  position(
    CARE,
    'Temizlik Görevlisi',
    ['Temizlik Görevlisi', 'Sabah Temizlik Görevlisi'],
    'Salon, mutfak ve ortak alanların temizliğini yapmak',
  ),
  position(CARE, 'Güvenlik Görevlisi', ['Güvenlik Görevlisi'], 'Giriş çıkışları ve mağaza güvenliğini sağlamak', {
    certificates: ['Özel Güvenlik Kimlik Kartı'],
  }),
  position(
    OFFICE,
    'Vardiya Sorumlusu',
    ['Vardiya Sorumlusu', 'Vardiya Müdürü'],
    'Vardiya planını yürütmek, kasayı ve ekibi yönetmek',
  ),
  position(
    OFFICE,
    'Resepsiyonist',
    ['Resepsiyonist', 'Karşılama Görevlisi'],
    'Misafirleri karşılamak ve rezervasyonları takip etmek',
  ),
];

export const CATEGORIES: readonly string[] = [...new Set(POSITIONS.map((one) => one.category))];

/** Closing sentences of a posting. */
export const PERKS: readonly string[] = [
  'Yemek ve yol ücreti tarafımızdan karşılanır.',
  'SGK girişi ilk gün yapılır, maaşlar her ayın 5’inde ödenir.',
  'Vardiyalar bir hafta önceden belli olur.',
  'Haftada bir gün izin, aylık performans primi vardır.',
  'Deneyim şart değil, işi birlikte öğretiriz.',
  'Toplu taşımaya yürüme mesafesindeyiz.',
  'Öğrenciler için esnek saatler mümkündür.',
];

export const ABOUT_TEXTS: readonly string[] = [
  'Dakik ve sorumluluk sahibiyim, ekip çalışmasını severim.',
  'Yoğun tempoya alışığım, insan ilişkilerim iyidir.',
  'Öğrenmeye açığım, uzun süre çalışabileceğim bir yer arıyorum.',
  'Hafta sonları ve akşamları da çalışabilirim.',
  'Sigara kullanmıyorum, vardiyalı çalışabilirim.',
  'Üniversiteye devam ediyorum, ders programıma uygun bir iş arıyorum.',
  'Askerliğimi yaptım, seyahat engelim yok.',
  'Daha önce şube sorumluluğu yaptım, kasa ve sayım bilirim.',
];

export const REJECT_REASONS: readonly string[] = [
  'Başka bir iş buldum',
  'Adres bana uzak kaldı',
  'Çalışma saatleri uymadı',
  'Ücret beklentimin altında',
  'Şehir değiştiriyorum',
];
