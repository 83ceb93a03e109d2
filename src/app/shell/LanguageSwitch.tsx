import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { localeChosen, selectLanguage } from '../../domains/preferences';
import { browserLocales, localeOf } from '../../lib/locales';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Select } from '../../ui/Select';
import { useText } from '../../ui/text';

/** Offers the languages to visitors without an account menu. */
export const LanguageSwitch = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const language = useAppSelector(selectLanguage);
  return (
    <Select
      label={t('shell.menu.language')}
      labelHidden
      value={language}
      options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
      onChange={(value) => dispatch(localeChosen(localeOf(value as Language, browserLocales())))}
    />
  );
};
