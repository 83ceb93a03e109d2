import { useState, useEffect, useRef, type ChangeEvent } from 'react';
import { noticeRaised } from '../../domains/notices';
import { makeSheetFile, readSheetFile } from '../../lib/sheet/sheets';
import { type SheetText, SheetError } from '../../lib/sheet/types';
import { saveFile } from '../../lib/browser';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX, IMPORT_UNPACKED_MAX } from '../../../contract/constants/limits';
import {
  type ImportField,
  type ImportKind,
  COLUMN_NAMES,
  importActions,
  selectImports,
  selectIsUnfinished,
  selectTable,
  selectTableProblem,
} from '../../domains/imports';
import { Button } from '../../ui/Button';
import { useText, T, useHasText } from '../../ui/text';
import { Icon } from '../../ui/icons';
import { ConfirmDialog } from '../../ui/Modal';
import { Card } from '../../ui/LoadState';
import { useFieldLabel } from './texts';
import fieldStyles from '../../ui/Field.module.css';
import styles from './Import.module.css';

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

/** Downloads a workbook with the names of the columns and one row as an example. */
const SampleButton = ({ kind, columnFields }: { kind: ImportKind; columnFields: readonly ImportField[] }) => {
  const t = useText();
  const labelOf = useFieldLabel();
  const { save, isBusy } = useSaveSheet();
  const example: Partial<Record<ImportField, string>> = {
    companyName: t('imports.sample.companyName'),
    firstName: t('imports.sample.firstName'),
    lastName: t('imports.sample.lastName'),
    email: 'ayse.yilmaz@example.com',
    location: t('imports.sample.location'),
  };
  const handleClick = () => {
    const rows = [columnFields.map(labelOf), columnFields.map((field) => example[field] ?? '')];
    save({ name: t(kind === 'branch' ? 'branches.title' : 'hrStaff.title'), rows });
  };
  return (
    <Button look="quiet" icon="download" busy={isBusy} onClick={handleClick}>
      {t('imports.sample.action')}
    </Button>
  );
};

const OPTIONS = {
  bytes: IMPORT_BYTES_MAX,
  rows: IMPORT_ROWS_MAX,
  unpacked: IMPORT_UNPACKED_MAX,
  names: COLUMN_NAMES,
};
const LIMIT_VALUES = { rows: IMPORT_ROWS_MAX, megabytes: IMPORT_BYTES_MAX / 1024 / 1024 };
/** Phones know CSV files under several types. */
const ACCEPTED =
  '.xlsx,.csv,text/csv,text/comma-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Reads a chosen file; a newer choice replaces one that is still being read. */
const useReadFile = () => {
  const dispatch = useAppDispatch();
  const newest = useRef<File | null>(null);
  // A file that is still being read is ignored after the user leaves the page.
  useEffect(
    () => () => {
      newest.current = null;
    },
    [],
  );
  return async (file: File) => {
    newest.current = file;
    dispatch(importActions.fileChosen());
    try {
      const sheets = await readSheetFile(file, OPTIONS);
      if (newest.current === file) dispatch(importActions.fileRead({ sheets, fileName: file.name }));
    } catch (error) {
      const problem = error instanceof SheetError ? error.problem : 'notLoaded';
      if (newest.current === file) dispatch(importActions.fileRefused({ problem }));
    }
  };
};

/** Lets the user choose a file, and says why it cannot be read. */
export const FileStep = ({ kind, columnFields }: { kind: ImportKind; columnFields: readonly ImportField[] }) => {
  const t = useText();
  const hasText = useHasText();
  const { file, creation } = useFields(selectImports, 'file', 'creation');
  const isUnfinished = useAppSelector(selectIsUnfinished);
  const [isAsking, setIsAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const read = useReadFile();
  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    // The same file can be chosen again after it was changed.
    event.target.value = '';
    if (chosen) void read(chosen);
  };
  const { rows } = useAppSelector(selectTable);
  const tableProblem = useAppSelector(selectTableProblem);
  const key = file.status === 'failed' ? file.error.key : file.status === 'loaded' && tableProblem;
  const problem = `imports.problem.${key}`;
  const isBusy = file.status === 'loading' || creation.status === 'loading';
  return (
    <Card className={styles.step}>
      <T as="p" id="imports.intro" values={LIMIT_VALUES} />
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          hidden
          aria-label={t('imports.file.choose')}
          onChange={handleFile}
        />
        <Button
          look={file.status === 'loaded' ? 'secondary' : 'primary'}
          busy={isBusy}
          onClick={() => (isUnfinished ? setIsAsking(true) : input.current?.click())}
        >
          {t(file.status === 'loaded' ? 'imports.file.other' : 'imports.file.choose')}
        </Button>
        <SampleButton kind={kind} columnFields={columnFields} />
      </div>
      <p role="status" className={styles.soft}>
        {file.status === 'loading' && <T id="imports.file.reading" />}
        {file.status === 'loaded' && !key && (
          <T id="imports.file.name" values={{ name: file.data.fileName, count: rows.length }} />
        )}
      </p>
      <ConfirmDialog
        open={isAsking}
        title={t('imports.leave.title')}
        text={t('imports.leave.text')}
        cancel={t('imports.leave.stay')}
        action={t('imports.file.other')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          input.current?.click();
        }}
      />
      {key && (
        <p className={fieldStyles.error} role="alert">
          <Icon name="warning" size={18} />
          <T id={hasText(problem) ? problem : 'imports.problem.broken'} values={LIMIT_VALUES} />
        </p>
      )}
    </Card>
  );
};
