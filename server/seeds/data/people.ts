

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const MALE_NAMES = words(`
  Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Mahmut
  Recep Salih Fatih Kadir Emre Hakan Adem Kemal Yaşar Bekir Musa Metin Orhan Bayram Serkan Şükrü Cemal Yakup Ferhat
  Burak Volkan Gökhan Tolga Onur Serdar Barış Umut Deniz Eren Berk Kaan Arda Efe Yiğit Oğuzhan Furkan Enes Batuhan
  Mert Can Çağlar Doruk Koray Sinan Selim Tuncay Ufuk Uğur Ümit Veysel Yunus Zafer Alper Aykut Cihan Ercan Erdem
  Engin Erhan Gürkan İlker Levent Okan Özgür Rıza Sabri Taner Tarık Turgut Vedat Yavuz Yılmaz Alperen Emirhan Kerem`);

export const FEMALE_NAMES = words(`
  Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife Sultan Hanife Merve Zehra Havva Esra Özlem Yasemin Hülya Sevgi
  Leyla Songül Cemile Dilek Rabia Gülsüm Aysel Filiz Hacer Melek Gülay Seda Büşra Kübra Tuğba Gamze Ebru Derya Pınar
  Selin Ceren Ece İrem Buse Cansu Damla Defne Ezgi Gizem Gözde Hande Işıl İpek Melis Naz Nehir Nisa Öykü Pelin Sena
  Sıla Sude Şevval Tuğçe Yağmur Beyza Aslı Aylin Banu Başak Belgin Berna Betül Bahar Canan Çiğdem Didem Duygu Eda
  Ferda Figen Gönül Güler Gülşen İlknur Jale Lale Meltem Mine Müge Nalan Nazlı Neslihan Nur Nurcan Özge Reyhan Sibel`);

export const SURNAMES = words(`
  Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt
  Özkan Şimşek Polat Korkmaz Özcan Çakır Erdoğan Yavuz Can Acar Güneş Aktaş Şen Bulut Keskin Ünal Turan Gül Özer Işık
  Kaplan Avcı Sarı Tekin Taş Köse Yüksel Ateş Aksoy Bozkurt Tunç Duman Güler Uçar Karaca Altun Uysal Ekinci Bayram
  Sönmez Karataş Toprak Ceylan Durmaz Erol Genç Gündüz Güngör İnce Karakaya Kılınç Mutlu Oral Önal Özgür Pala Sağlam
  Sezer Tanrıverdi Tosun Türkmen Uslu Uzun Vural Yalçın Yaman Zengin Akın Akgül Albayrak Alkan Altıntaş Arıkan Balcı
  Baran Başaran Baş Biçer Bilgin Boz Çınar Coşkun Dağ Dinç Dursun Elmas Ersoy Esen Gökçe Günay Kahraman Karabulut`);

/** Invented former employers of workers. */
export const FORMER_EMPLOYERS: readonly string[] = [
  'Çınaraltı Kafe',
  'Lezzet Durağı',
  'Gül Pastanesi',
  'Sahil Restoran',
  'Yeşil Bahçe Market',
  'Öz Anadolu Market',
  'Pazar Yeri Süpermarket',
  'Kardeşler Gıda',
  'Hızlı Kargo Dağıtım',
  'Marmara Lojistik',
  'Ege Depoculuk',
  'Parıltı Temizlik',
  'Temiz İş Hizmetleri',
  'Güven Özel Güvenlik',
  'Akdeniz Otel',
  'Şehir Otel',
  'Moda Tekstil Mağazası',
  'Trend Giyim',
  'Ustalar Döner',
  'Tarihi Köfteci',
  'Kahve Molası',
  'Mavi Köşe Kafe',
  'Anadolu Fırını',
  'Doğuş Et Ürünleri',
  'Bereket Toptan Gıda',
  'Kuzey Çağrı Merkezi',
  'Panorama Organizasyon',
  'Ada Catering',
  'Saray Mutfak',
  'Zirve Ambalaj',
];

export const UNIVERSITIES: readonly string[] = [
  'İstanbul Üniversitesi',
  'Marmara Üniversitesi',
  'Anadolu Üniversitesi',
  'Ankara Üniversitesi',
  'Gazi Üniversitesi',
  'Ege Üniversitesi',
  'Dokuz Eylül Üniversitesi',
  'Bursa Uludağ Üniversitesi',
  'Kocaeli Üniversitesi',
  'Akdeniz Üniversitesi',
  'Sakarya Üniversitesi',
  'Selçuk Üniversitesi',
];

export const DEPARTMENTS: readonly string[] = [
  'İşletme',
  'Turizm İşletmeciliği',
  'Gastronomi ve Mutfak Sanatları',
  'Halkla İlişkiler',
  'Lojistik',
  'Sosyoloji',
  'Muhasebe',
  'Bilgisayar Programcılığı',
  'Aşçılık',
  'Çocuk Gelişimi',
  'İktisat',
  'Grafik Tasarım',
];

export type CityName = 'İstanbul' | 'Ankara' | 'İzmir' | 'Bursa' | 'Kocaeli' | 'Antalya';

interface District {
  name: string;
  latitude: number;
  longitude: number;
}

const district = (name: string, latitude: number, longitude: number): District => ({ name, latitude, longitude });

/** Centres of real districts; workers and places of work are spread around them. */
export const DISTRICTS: Record<CityName, readonly District[]> = {
  İstanbul: [
    district('Kadıköy', 40.9903, 29.0375),
    district('Üsküdar', 41.026, 29.0303),
    district('Beşiktaş', 41.047, 29.013),
    district('Şişli', 41.0602, 28.9877),
    district('Beyoğlu', 41.037, 28.977),
    district('Fatih', 41.0186, 28.9428),
    district('Bakırköy', 40.988, 28.872),
    district('Ataşehir', 40.9923, 29.1244),
    district('Maltepe', 40.945, 29.15),
    district('Kartal', 40.908, 29.195),
    district('Pendik', 40.89, 29.245),
    district('Ümraniye', 41.0165, 29.1248),
    district('Kağıthane', 41.085, 28.972),
    district('Bahçelievler', 41.002, 28.86),
    district('Küçükçekmece', 41.004, 28.775),
    district('Esenyurt', 41.033, 28.677),
    district('Başakşehir', 41.093, 28.802),
    district('Beylikdüzü', 40.992, 28.64),
    district('Gaziosmanpaşa', 41.063, 28.912),
    district('Zeytinburnu', 41.0, 28.904),
  ],
  Ankara: [
    district('Çankaya', 39.9032, 32.8597),
    district('Yenimahalle', 39.966, 32.811),
    district('Keçiören', 39.978, 32.866),
    district('Mamak', 39.923, 32.912),
    district('Etimesgut', 39.947, 32.671),
    district('Sincan', 39.968, 32.58),
    district('Altındağ', 39.943, 32.87),
    district('Gölbaşı', 39.79, 32.805),
  ],
  İzmir: [
    district('Konak', 38.413, 27.139),
    district('Bornova', 38.47, 27.217),
    district('Karşıyaka', 38.463, 27.122),
    district('Buca', 38.388, 27.175),
    district('Bayraklı', 38.466, 27.17),
    district('Çiğli', 38.496, 27.061),
    district('Gaziemir', 38.323, 27.136),
    district('Balçova', 38.388, 27.05),
  ],
  Bursa: [
    district('Nilüfer', 40.213, 28.964),
    district('Osmangazi', 40.198, 29.06),
    district('Yıldırım', 40.191, 29.118),
    district('Mudanya', 40.367, 28.89),
    district('Kestel', 40.199, 29.212),
  ],
  Kocaeli: [district('İzmit', 40.772, 29.94), district('Gebze', 40.806, 29.431)],
  Antalya: [
    district('Muratpaşa', 36.893, 30.707),
    district('Kepez', 36.917, 30.693),
    district('Konyaaltı', 36.882, 30.645),
  ],
};
