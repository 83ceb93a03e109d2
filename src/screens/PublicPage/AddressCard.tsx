import type { PosterFormat } from '../../../contract/constants/publicPage';
import {
  posterRequested,
  selectPublicPage,
  isOnSubmitted,
  qrRequested,
  type PublicPage,
} from '../../domains/publicPage';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { CopyField } from '../../ui/CopyField';
import { FormFailure } from '../../ui/FormMessage';
import { Icon } from '../../ui/icons';
import { LoadState, Card, Skeleton } from '../../ui/LoadState';
import styles from './PublicPage.module.css';
import buttons from '../../ui/Button.module.css';

/** Downloads the poster. A failure is shown below the button, and pressing it again retries. */
const PosterButton = ({ branchId, format }: { branchId: number | null; format: PosterFormat }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const poster = useFields(selectPublicPage, 'posters').posters[format];
  const values = { format: format.toUpperCase() };
  return (
    <div className={styles.download}>
      <Button
        icon="download"
        busy={poster.status === 'loading'}
        aria-label={t('yourPage.poster.download', values)}
        onClick={() => dispatch(posterRequested({ branchId, format }))}
      >
        <T id="yourPage.poster.button" values={values} />
      </Button>
      {poster.status === 'failed' && poster.error.status !== 401 && (
        <p role="alert" className="alarming size-14">
          <FailureText failure={poster.error} />
        </p>
      )}
    </div>
  );
};

const QR_SIZE = 200;

interface AddressCardProps {
  branchId: number | null;
  page: PublicPage;
}

/** Switches the page on and off. While a change is under way the switch shows the new state. */
const PageSwitch = ({ branchId, page }: AddressCardProps) => {
  const dispatch = useAppDispatch();
  const { isOn: change } = useFields(selectPublicPage, 'changes').changes;
  const isBusy = change.status === 'loading';
  return (
    <>
      {change.status === 'failed' && change.error.status !== 401 && <FormFailure failure={change.error} />}
      <label className="row gap-12 tall clickable size-16 strong tick-label">
        <input
          type="checkbox"
          role="switch"
          checked={isBusy ? !page.isOn : page.isOn}
          aria-busy={isBusy || undefined}
          onChange={({ target }) => {
            if (!isBusy) dispatch(isOnSubmitted({ branchId, isOn: target.checked }));
          }}
        />
        <T id="yourPage.switch" />
      </label>
    </>
  );
};

/** The page's switch, its address, and its printable posters. */
export const AddressCard = ({ branchId, page }: AddressCardProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { qr, changes } = useFields(selectPublicPage, 'qr', 'changes');
  return (
    <Card className={styles.beside}>
      <div className="stack gap-20 shrinks">
        <PageSwitch branchId={branchId} page={page} />
        {!page.isOn && (
          <>
            <p className={styles.off}>
              <Icon name="eyeOff" />
              <T id="yourPage.off" />
            </p>
            <Button
              look="primary"
              busy={changes.isOn.status === 'loading'}
              onClick={() => void dispatch(isOnSubmitted({ branchId, isOn: true }))}
              textId="yourPage.switchOn"
            />
          </>
        )}
        <CopyField label={t('yourPage.address')} hint={t('yourPage.addressHint')} value={page.url}>
          {page.isOn && (
            <a
              className={`${buttons.button} ${buttons.secondary}`}
              href={`${page.url}?from=preview`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon name="expand" />
              <T id="yourPage.open" />
            </a>
          )}
        </CopyField>
      </div>
      <section className="stack gap-16">
        <T as="h2" className="size-20" id="yourPage.poster.title" />
        <LoadState
          load={qr}
          skeleton={<Skeleton width={QR_SIZE} height={QR_SIZE} />}
          onRetry={() => void dispatch(qrRequested({ branchId }))}
        >
          {qr.status === 'loaded' && (
            <img className={styles.qr} src={qr.data} width={QR_SIZE} height={QR_SIZE} alt={t('yourPage.qr')} />
          )}
        </LoadState>
        <T as="p" className={styles.soft} id="yourPage.poster.text" />
        <div className="flex wrap gap-12">
          <PosterButton branchId={branchId} format="a4" />
          <PosterButton branchId={branchId} format="a6" />
        </div>
      </section>
    </Card>
  );
};
