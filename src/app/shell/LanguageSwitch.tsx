import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { localeChosen, selectLocale } from '../../domains/preferences';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Select } from '../../ui/Select';
import { useText } from '../../ui/text';

/** The choice of language for those who have no account menu. */
export const LanguageSwitch = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const locale = useAppSelector(selectLocale);
  return (
    <Select
      label={t('shell.menu.language')}
      labelHidden
      value={locale}
      options={LANGUAGES.map((language) => ({ value: language, label: t(`languages.${language}`) }))}
      onChange={(value) => dispatch(localeChosen(value as Language))}
    />
  );
};
