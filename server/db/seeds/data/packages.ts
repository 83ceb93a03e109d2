const feature = (order: number, description: string, preview = true) => ({
  description,
  preview,
  order,
  icon: 'check',
});

const base = {
  is_popular: false,
  isDashboardAccess: true,
  isForNewcomers: true,
  isForReturnees: true,
  testGroup: null,
  isStandalone: true,
  isJobRelated: true,
  purchaseLimit: 10,
  isSpecial: false,
  thread_creation_amount: 0,
  relatedPackages: [] as number[],
};

/** The catalogue: fields of spec 2, point 3; `price` and `originalPrice` in minor units (kuruş). */
export const PACKAGES = [
  {
    price: 49_900,
    originalPrice: 49_900,
    credits: 1,
    definition: {
      ...base,
      type: 'package',
      title: 'Tek İlan',
      isForReturnees: false,
      features: [
        feature(1, '1 ilan, 30 gün yayında'),
        feature(2, 'Sınırsız başvuru'),
        feature(3, 'Adaylarla mesajlaşma', false),
      ],
    },
  },
  {
    price: 129_900,
    originalPrice: 149_700,
    credits: 3,
    definition: {
      ...base,
      type: 'package',
      title: 'Üçlü Paket',
      is_popular: true,
      features: [
        feature(1, '3 ilan, 30 gün yayında'),
        feature(2, 'Sınırsız başvuru'),
        feature(3, 'Görüşme planlama'),
        feature(4, 'Excel raporu', false),
      ],
    },
  },
  {
    price: 369_900,
    originalPrice: 499_000,
    credits: 10,
    definition: {
      ...base,
      type: 'package',
      title: 'Büyüyen İşletme',
      features: [
        feature(1, '10 ilan, 45 gün yayında'),
        feature(2, 'Otomatik ön eleme'),
        feature(3, 'Öncelikli destek', false),
      ],
    },
  },
  {
    price: 749_900,
    originalPrice: 1_247_500,
    credits: 25,
    definition: {
      ...base,
      type: 'package',
      title: 'Zincir',
      isSpecial: true,
      isForNewcomers: false,
      features: [
        feature(1, '25 ilan, 60 gün yayında'),
        feature(2, 'Otomatik ön eleme'),
        feature(3, 'Müşteri temsilcisi', false),
      ],
    },
  },
  {
    price: 19_900,
    originalPrice: 19_900,
    credits: 0,
    definition: {
      ...base,
      type: 'addon',
      title: 'İlanı Öne Çıkar',
      isStandalone: false,
      purchaseLimit: 3,
      relatedPackages: [1, 2, 3],
      imageUrl: null,
      features: [feature(1, 'İlan 7 gün listenin başında')],
    },
  },
  {
    price: 29_900,
    originalPrice: 34_900,
    credits: 1,
    definition: {
      ...base,
      type: 'addon',
      title: 'Ek İlan',
      isStandalone: false,
      purchaseLimit: 5,
      relatedPackages: [2, 3, 4],
      imageUrl: null,
      features: [feature(1, 'Pakete 1 ilan daha')],
    },
  },
  {
    price: 14_900,
    originalPrice: 14_900,
    credits: 0,
    definition: {
      ...base,
      type: 'addon',
      title: 'Ek Mesajlaşma',
      isStandalone: false,
      isJobRelated: false,
      purchaseLimit: 2,
      relatedPackages: [1, 2],
      imageUrl: null,
      thread_creation_amount: 50,
      features: [feature(1, 'Başvurmamış 50 adayla mesajlaşma')],
    },
  },
];
