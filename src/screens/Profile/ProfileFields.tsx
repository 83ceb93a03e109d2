import type { ReactNode } from 'react';
import { phoneText } from '../../../contract/constants/text';
import type { SessionUser } from '../../domains/session';
import { Name, T, useText } from '../../ui/text';
import styles from './Profile.module.css';

/** Only these schemes become links; `javascript:` and others stay text. */
const OPENED = /^https?:$/;

/** Returns the URL of a website, or null if it is not http or https. */
export const websiteHref = (website: string): string | null => {
  try {
    const url = new URL(website.trim());
    return OPENED.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
};

interface FieldProps {
  label: string;
  below?: ReactNode;
  children: ReactNode;
}

const Field = ({ label, below, children }: FieldProps) => (
  <div className={styles.field}>
    <dt>{label}</dt>
    <dd>{children || <T className="soft" id="profile.none" />}</dd>
    {below && <dd className={styles.below}>{below}</dd>}
  </div>
);

const Website = ({ website }: { website: string }) => {
  const href = websiteHref(website);
  if (!href) return website;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <Name>{website}</Name>
    </a>
  );
};

interface ProfileFieldsProps {
  user: SessionUser;
  hasTaxOffice: boolean;
  phoneCode: string | null;
  map: ReactNode;
}

/** The user's data, in the order of docs/PRODUCT.md#profile. */
export const ProfileFields = ({ user, hasTaxOffice, phoneCode, map }: ProfileFieldsProps) => {
  const t = useText();
  const { firstName, lastName, email, phone, taxOffice, taxOfficeNumber } = user;
  return (
    <>
      <dl className={styles.fields}>
        <Field label={t('profile.field.firstName')}>{firstName && <Name>{firstName}</Name>}</Field>
        <Field label={t('profile.field.lastName')}>{lastName && <Name>{lastName}</Name>}</Field>
        <Field label={t('profile.field.email')}>
          <Name>{email}</Name>
        </Field>
        <Field label={t('profile.field.phone')}>
          {phone && (
            <a href={`tel:${phoneCode ?? ''}${phone}`}>
              <Name>{phoneCode ? phoneText(`${phoneCode} ${phone}`) : phone}</Name>
            </a>
          )}
        </Field>
        {hasTaxOffice && (
          <>
            <Field label={t('profile.field.taxOffice')}>{taxOffice?.name}</Field>
            <Field label={t('profile.field.taxOfficeNumber')}>
              {taxOfficeNumber && <Name>{taxOfficeNumber}</Name>}
            </Field>
          </>
        )}
        <Field label={t('profile.field.commercialTitle')}>
          {user.commercialTitle && <Name>{user.commercialTitle}</Name>}
        </Field>
        <Field label={t('profile.field.website')}>{user.website && <Website website={user.website} />}</Field>
      </dl>
      <dl className="stack gap-16">
        <Field label={t('profile.field.companyAddress')}>{user.companyAddress}</Field>
        <Field label={t('profile.field.location')} below={map}>
          {user.location?.name}
        </Field>
      </dl>
    </>
  );
};
