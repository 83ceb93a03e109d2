import type { Language, PlanPeriod } from '../../../contract/constants/options';

type Texts = Record<Language, string>;

const text = (tr: string, en: string, es: string): Texts => ({ tr, en, es });

/** Builds a feature. `preview`: also shown on the catalogue's card; otherwise only on the detail page. */
const feature = (order: number, description: Texts, preview = true) => ({
  description,
  preview,
  order,
  icon: 'check',
});

/** Describes a number of jobs. A job has no last day: it stays online until it is closed. */
const jobs = (count: number) =>
  feature(
    1,
    text(
      `${count} ilan, siz kapatana kadar yayında`,
      `${count} ${count === 1 ? 'job' : 'jobs'}, online until you close ${count === 1 ? 'it' : 'them'}`,
      `${count} ${count === 1 ? 'empleo' : 'empleos'} en línea hasta que usted ${count === 1 ? 'lo cierre' : 'los cierre'}`,
    ),
  );
const APPLICATIONS = text('Sınırsız başvuru', 'Unlimited applications', 'Solicitudes ilimitadas');
const CHAT = text('Adaylarla mesajlaşma', 'Messages with applicants', 'Mensajes con candidatos');
const INTERVIEWS = text('Görüşme planlama', 'Interview scheduling', 'Programación de entrevistas');
const EXCEL = text('Excel raporu', 'Excel report', 'Informe en Excel');

interface ProductData {
  key: string;
  type: 'package' | 'addon';
  title: Texts;
  features: ReturnType<typeof feature>[];
  /** In minor units (kuruş). */
  price_minor: number;
  original_price_minor: number | null;
  /** Price during the first three days of the catalogue. */
  rule_price_minor?: number;
  job_credits: number;
  is_popular?: boolean;
  is_special?: boolean;
  is_for_newcomers?: boolean;
  is_for_returnees?: boolean;
  test_group?: number;
  purchase_limit: number;
  /** For add-ons: the keys of their packages. */
  goesWith?: string[];
}

/** The packages and add-ons for companies. The demo sells only what the product can do. */
export const PRODUCTS: readonly ProductData[] = [
  {
    key: 'single',
    type: 'package',
    title: text('Tek İlan', 'One job', 'Un empleo'),
    features: [jobs(1), feature(2, APPLICATIONS), feature(3, CHAT, false)],
    price_minor: 49_900,
    original_price_minor: null,
    job_credits: 1,
    purchase_limit: 10,
  },
  {
    key: 'welcome',
    type: 'package',
    title: text('Hoş Geldiniz', 'Welcome', 'Bienvenida'),
    features: [jobs(2), feature(2, APPLICATIONS), feature(3, CHAT, false)],
    price_minor: 59_900,
    original_price_minor: 99_800,
    job_credits: 2,
    is_for_returnees: false,
    purchase_limit: 1,
  },
  {
    key: 'triple',
    type: 'package',
    title: text('Üçlü Paket', 'Three jobs', 'Tres empleos'),
    features: [jobs(3), feature(2, APPLICATIONS), feature(3, INTERVIEWS), feature(4, EXCEL, false)],
    price_minor: 129_900,
    original_price_minor: 149_700,
    rule_price_minor: 119_900,
    job_credits: 3,
    is_popular: true,
    purchase_limit: 10,
  },
  {
    key: 'growing',
    type: 'package',
    title: text('Büyüyen İşletme', 'Growing business', 'Negocio en crecimiento'),
    features: [jobs(10), feature(2, APPLICATIONS), feature(3, INTERVIEWS), feature(4, EXCEL, false)],
    price_minor: 369_900,
    original_price_minor: 499_000,
    job_credits: 10,
    purchase_limit: 10,
  },
  {
    key: 'chain',
    type: 'package',
    title: text('Zincir', 'Chain', 'Cadena'),
    features: [jobs(25), feature(2, APPLICATIONS), feature(3, INTERVIEWS), feature(4, EXCEL, false)],
    price_minor: 749_900,
    original_price_minor: 1_247_500,
    job_credits: 25,
    is_special: true,
    is_for_newcomers: false,
    purchase_limit: 10,
  },
  {
    key: 'one-more',
    type: 'addon',
    title: text('Ek İlan', 'One more job', 'Un empleo más'),
    features: [feature(1, text('Pakete 1 ilan daha', '1 more job in the package', '1 empleo más en el paquete'))],
    price_minor: 29_900,
    original_price_minor: null,
    job_credits: 1,
    purchase_limit: 5,
    goesWith: ['triple', 'growing'],
  },
  {
    key: 'three-more',
    type: 'addon',
    title: text('Üç Ek İlan', 'Three more jobs', 'Tres empleos más'),
    features: [feature(1, text('Pakete 3 ilan daha', '3 more jobs in the package', '3 empleos más en el paquete'))],
    price_minor: 79_900,
    original_price_minor: null,
    job_credits: 3,
    purchase_limit: 2,
    goesWith: ['triple', 'growing'],
  },
];

const PLAN_CHAT = text(
  'Adaylarla mesajlaşma ve randevu',
  'Messages and interviews with applicants',
  'Mensajes y entrevistas con candidatos',
);
const CANCEL = text('Dilediğiniz zaman iptal', 'Cancel any time', 'Cancele cuando quiera');

const plan = (period: PlanPeriod, price_minor: number, job_credits: number, title: Texts, credits: Texts) => ({
  period,
  price_minor,
  job_credits,
  is_upgradeable: period !== 'annual',
  product: {
    title,
    features: [
      feature(1, credits, false),
      feature(2, APPLICATIONS, false),
      feature(3, PLAN_CHAT, false),
      feature(4, CANCEL),
    ],
  },
});

/** Plans that companies subscribe to, one for each period. */
export const PLANS = [
  plan(
    'weekly',
    34_900,
    1,
    text('Haftalık Plan', 'Weekly plan', 'Plan semanal'),
    text('Her hafta 1 ilan', '1 job every week', '1 empleo cada semana'),
  ),
  plan(
    'monthly',
    99_900,
    5,
    text('Aylık Plan', 'Monthly plan', 'Plan mensual'),
    text('Her ay 5 ilan', '5 jobs every month', '5 empleos cada mes'),
  ),
  plan(
    'annual',
    999_000,
    72,
    text('Yıllık Plan', 'Annual plan', 'Plan anual'),
    text('Yılda 72 ilan', '72 jobs a year', '72 empleos al año'),
  ),
];
