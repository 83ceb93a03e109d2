import { useMemo } from 'react';
import { Formik } from 'formik';
import { introSubmitted, selectDoor, type BranchPage } from '../../domains/door';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Card } from '../../ui/Page';
import { AddressCard } from './AddressCard';
import { Figures } from './Figures';
import { introSchema, toIntro, type IntroValues } from './form';
import { IntroForm } from './IntroForm';
import { Preview } from './Preview';
import styles from './YourPage.module.css';

export interface PageContentProps {
  /** Null for the user's own page. */
  branchId: number | null;
  companyName: string;
  page: BranchPage;
}

/** Everything about one page: switch and address, introduction with its preview, figures. */
export const PageContent = ({ branchId, companyName, page }: PageContentProps) => {
  const dispatch = useAppDispatch();
  const { changes } = useFields(selectDoor, 'changes');
  const isBusy = changes.intro.status === 'loading';
  const initialValues = useMemo<IntroValues>(() => ({ intro: page.intro ?? '' }), [page.intro]);
  return (
    <div className={styles.content}>
      <AddressCard branchId={branchId} page={page} />
      {/* A new answer resets the form only if the stored introduction changed, so the switch keeps what was typed. */}
      <Formik
        enableReinitialize
        initialValues={initialValues}
        validationSchema={introSchema}
        onSubmit={(values) => {
          if (!isBusy) dispatch(introSubmitted({ branchId, intro: toIntro(values) }));
        }}
      >
        {({ values }) => (
          <Card className={styles.beside}>
            <IntroForm change={changes.intro} />
            <Preview companyName={companyName} intro={values.intro} page={page} />
          </Card>
        )}
      </Formik>
      <Figures page={page} />
    </div>
  );
};
