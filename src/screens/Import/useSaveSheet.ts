import { useState } from 'react';
import { noticeRaised } from '../../domains/notices';
import { makeSheetFile } from '../../lib/sheet/sheets';
import type { SheetText } from '../../lib/sheet/types';
import { saveFile } from '../../lib/saveFile';
import { useAppDispatch } from '../../store/hooks';

/** Makes a workbook and offers it as a download under the name of its sheet. */
export const useSaveSheet = () => {
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const make = async (text: SheetText) => {
    setIsBusy(true);
    try {
      saveFile({ blob: await makeSheetFile(text), name: `${text.name}.xlsx` });
    } catch {
      dispatch(noticeRaised({ id: 'common.errors.errorOccurred', kind: 'error' }));
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, save: (text: SheetText) => void make(text) };
};
