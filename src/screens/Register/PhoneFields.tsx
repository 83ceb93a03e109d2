import { useFormikContext } from 'formik';
import { countriesRequested } from '../../domains/reference';
import { useAppDispatch } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { PhoneField } from '../../ui/PhoneField';
import { SelectField } from '../../ui/SelectField';
import { T, useText } from '../../ui/text';
import type { RegisterValues } from './form';
import type { useCountries } from './useCountries';
import styles from './Register.module.css';

/** The example of a phone number: docs/PRODUCT.md#registration. */
const EXAMPLE = '5XXXXXXXXX';

type PhoneFieldsProps = ReturnType<typeof useCountries> & {
  verified: boolean;
};

export const PhoneFields = ({ countries, options, chosen, verified }: PhoneFieldsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { setFieldValue } = useFormikContext<RegisterValues>();
  const example = chosen?.countryAttributes.phoneExample ?? EXAMPLE;
  const isWaiting = countries.status === 'init' || countries.status === 'loading';
  return (
    <>
      <SelectField
        name="country"
        label={t('register.country')}
        placeholder={t(isWaiting ? 'register.countryLoading' : 'register.countryChoose')}
        options={options}
        autoComplete="country"
        // The chosen place lies in the country before.
        onPick={() => void setFieldValue('place', null)}
      />
      {countries.status === 'failed' && (
        <p className={styles.problem} role="alert">
          <T id="register.countryFailed" />
          <Button small onClick={() => dispatch(countriesRequested())}>
            <T id="ui.retry" />
          </Button>
        </p>
      )}
      <PhoneField
        label={t('register.phone')}
        codeLabel={t('register.phoneCode')}
        phoneCode={chosen?.phoneCode ?? ''}
        hint={
          verified ? (
            <span className={styles.verified}>
              <Icon name="check" size={18} /> <T id="register.phoneVerified" />
            </span>
          ) : (
            t(/\d/.test(example) ? 'register.phoneHint' : 'register.phoneHintPlain', { example })
          )
        }
      />
    </>
  );
};
