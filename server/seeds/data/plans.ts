import type { Language, PlanPeriod } from '../../../contract/constants/options';

type Texts = Record<Language, string>;

const feature = (order: number, description: Texts, preview = false) => ({
  description,
  preview,
  order,
  icon: 'check',
});

const APPLICATIONS = {
  tr: 'Sınırsız başvuru',
  en: 'Unlimited applications',
  es: 'Solicitudes ilimitadas',
};
const CHAT = {
  tr: 'Adaylarla mesajlaşma ve randevu',
  en: 'Messages and interviews with applicants',
  es: 'Mensajes y entrevistas con candidatos',
};
const CANCEL = {
  tr: 'Dilediğiniz zaman iptal',
  en: 'Cancel any time',
  es: 'Cancele cuando quiera',
};
const jobs = (tr: string, en: string, es: string) => feature(1, { tr, en, es });

export interface PlanData {
  period: PlanPeriod;
  /** In minor units (kuruş). */
  price: number;
  credits: number;
  isUpgradeable: boolean;
  product: { title: Texts; features: ReturnType<typeof feature>[] };
}

/** Plans that companies subscribe to, one for each period. */
export const PLANS: readonly PlanData[] = [
  {
    period: 'weekly',
    price: 34_900,
    credits: 1,
    isUpgradeable: true,
    product: {
      title: { tr: 'Haftalık Plan', en: 'Weekly plan', es: 'Plan semanal' },
      features: [
        jobs('Her hafta 1 ilan', '1 job every week', '1 empleo cada semana'),
        feature(2, APPLICATIONS),
        feature(3, CHAT),
        feature(4, CANCEL, true),
      ],
    },
  },
  {
    period: 'monthly',
    price: 99_900,
    credits: 5,
    isUpgradeable: true,
    product: {
      title: { tr: 'Aylık Plan', en: 'Monthly plan', es: 'Plan mensual' },
      features: [
        jobs('Her ay 5 ilan', '5 jobs every month', '5 empleos cada mes'),
        feature(2, APPLICATIONS),
        feature(3, CHAT),
        feature(4, CANCEL, true),
      ],
    },
  },
  {
    period: 'annual',
    price: 999_000,
    credits: 72,
    isUpgradeable: false,
    product: {
      title: { tr: 'Yıllık Plan', en: 'Annual plan', es: 'Plan anual' },
      features: [
        jobs('Yılda 72 ilan', '72 jobs a year', '72 empleos al año'),
        feature(2, APPLICATIONS),
        feature(3, CHAT),
        feature(4, CANCEL, true),
      ],
    },
  },
];
