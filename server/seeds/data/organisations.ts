import type { CityName } from './people';

export interface BranchData {
  email: string;
  name: string;
  city: CityName;
  district: string;
  address: string;
  manager: readonly [string, string];
  hires: readonly string[];
  jobs: number;
  secondPlace?: readonly [name: string, district: string];
}

const CAFE = [
  'Garson',
  'Barista',
  'Komi',
  'Aşçı Yardımcısı',
  'Bulaşıkçı',
  'Şef Garson',
  'Temizlik Görevlisi',
  'Pastacı',
];
const MARKET = [
  'Kasiyer',
  'Reyon Görevlisi',
  'Depo Görevlisi',
  'Motokurye',
  'Kasap',
  'Temizlik Görevlisi',
  'Vardiya Sorumlusu',
];

/** The organisation of root@demo.test: a chain of cafés and markets. */
export const CHAIN_NAME = 'Mavi Fincan';

/** The branch that is behind: it answers nobody and records no interview. */
export const BEHIND = 'Mavi Fincan Market Şişli';

export const BRANCHES: readonly BranchData[] = [
  {
    email: 'branch@demo.test',
    name: 'Mavi Fincan Kadıköy',
    city: 'İstanbul',
    district: 'Kadıköy',
    address: 'Caferağa Mah. Moda Cad. No: 84, Kadıköy / İstanbul',
    manager: ['Selin', 'Aksoy'],
    hires: CAFE,
    jobs: 11,
    secondPlace: ['Mavi Fincan Ataşehir Büfe', 'Ataşehir'],
  },
  {
    email: 'branch2@demo.test',
    name: 'Mavi Fincan Beşiktaş',
    city: 'İstanbul',
    district: 'Beşiktaş',
    address: 'Sinanpaşa Mah. Ortabahçe Cad. No: 12, Beşiktaş / İstanbul',
    manager: ['Emre', 'Güngör'],
    hires: CAFE,
    jobs: 8,
  },
  {
    email: 'branch3@demo.test',
    name: BEHIND,
    city: 'İstanbul',
    district: 'Şişli',
    address: 'Halaskargazi Cad. No: 201, Şişli / İstanbul',
    manager: ['Derya', 'Ünal'],
    hires: MARKET,
    jobs: 8,
    secondPlace: ['Mavi Fincan Market Kağıthane', 'Kağıthane'],
  },
  {
    email: 'branch4@demo.test',
    name: 'Mavi Fincan Çankaya',
    city: 'Ankara',
    district: 'Çankaya',
    address: 'Tunalı Hilmi Cad. No: 96, Çankaya / Ankara',
    manager: ['Tolga', 'Bilgin'],
    hires: CAFE,
    jobs: 7,
  },
  {
    email: 'branch5@demo.test',
    name: 'Mavi Fincan Bornova',
    city: 'İzmir',
    district: 'Bornova',
    address: 'Kazımdirik Mah. Üniversite Cad. No: 41, Bornova / İzmir',
    manager: ['Ezgi', 'Karaca'],
    hires: [...CAFE, 'Kasiyer'],
    jobs: 6,
    secondPlace: ['Mavi Fincan Konak', 'Konak'],
  },
  {
    email: 'branch6@demo.test',
    name: 'Mavi Fincan Market Nilüfer',
    city: 'Bursa',
    district: 'Nilüfer',
    address: 'Fethiye Mah. Sanayi Cad. No: 263, Nilüfer / Bursa',
    manager: ['Hakan', 'Yüksel'],
    hires: MARKET,
    jobs: 6,
  },
];

/** Companies; one with `jobs` 0 has no jobs. */
export const COMPANIES: readonly (BranchData & { credits: number; access: boolean; applications: number })[] = [
  {
    email: 'company@demo.test',
    name: 'Deniz Kokusu Lokantası',
    city: 'İstanbul',
    district: 'Üsküdar',
    address: 'Mimar Sinan Mah. Hakimiyeti Milliye Cad. No: 33, Üsküdar / İstanbul',
    manager: ['Nazlı', 'Öztürk'],
    hires: ['Garson', 'Aşçı', 'Komi', 'Bulaşıkçı'],
    jobs: 6,
    credits: 12,
    access: true,
    applications: 120,
  },
  {
    email: 'other@demo.test',
    name: 'Kuzey Depo ve Dağıtım',
    city: 'İstanbul',
    district: 'Esenyurt',
    address: 'Akçaburgaz Mah. 1584. Sok. No: 7, Esenyurt / İstanbul',
    manager: ['Cihan', 'Toprak'],
    hires: ['Depo Görevlisi', 'Paketleme Elemanı', 'Şoför', 'Motokurye'],
    jobs: 8,
    credits: 4,
    access: true,
    applications: 240,
  },
  {
    email: 'empty@demo.test',
    name: 'Yeni Köşe Büfe',
    city: 'Ankara',
    district: 'Keçiören',
    address: 'Kalaba Mah. Kızlarpınarı Cad. No: 58, Keçiören / Ankara',
    manager: ['Umut', 'Sezer'],
    hires: [],
    jobs: 0,
    credits: 0,
    access: true,
    applications: 0,
  },
  {
    email: 'closed@demo.test',
    name: 'Ege Temizlik Hizmetleri',
    city: 'İzmir',
    district: 'Buca',
    address: 'Adatepe Mah. Doğuş Cad. No: 120, Buca / İzmir',
    manager: ['Sibel', 'Duman'],
    hires: [],
    jobs: 0,
    credits: 3,
    access: false,
    applications: 0,
  },
];

export const CHAIN_APPLICATIONS = 8000;
