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
