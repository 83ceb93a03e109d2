import { useEffect, useEffectEvent, useState } from 'react';
import { object } from 'yup';
import { VIEW_NAME_MAX } from '../../../../contract/constants/views';
import { decisionOf, selectApplications } from '../../../domains/applications';
import { useAppSelector, useAppDispatch, useFields } from '../../../store/hooks';
import { selectSeesBranches } from '../../../domains/session';
import {
  changeSubmitted,
  dialogLeft,
  queryOf,
  selectViews,
  viewSubmitted,
  type SavedView,
} from '../../../domains/views';
import { shownErrorOf } from '../../../domains/kit/loadable';
import { requiredText } from '../../../lib/rules';
import { useText } from '../../../ui/text';
import { CheckboxField } from '../../../ui/fields';
import { FormModal } from '../../../ui/FormModal';
import { TextField } from '../../../ui/TextField';
import { useBranchOptions } from '../BranchName';
import { useChips } from '../FilterChips';
import { placeIn, type ApplicationsAddress } from '../useApplicationsAddress';

/** Returns a name for a view of this list: its tab, its job and its filters in words, as many as fit. */
const useSuggestedName = ({ tab, jobId, filters, sort }: ApplicationsAddress): string => {
  const t = useText();
  const branches = useBranchOptions(jobId, filters.branchId !== null);
  const chips = useChips(filters, branches);
  const job = useAppSelector((state) =>
    jobId === null ? undefined : selectApplications(state).items.find((row) => row.job.id === jobId)?.job.title,
  );
  const parts = [
    tab === 'shortListed' || decisionOf({ tab, filters }) === 'declined' ? t(`applications.tabs.${tab}`) : undefined,
    job,
    ...chips.map(({ label }) => label),
    sort === 'newest' ? undefined : t(`applications.sort.${sort}`),
  ].filter((part) => part !== undefined);
  const named = parts.reduce((name, part) => {
    const longer = name === '' ? part : `${name} · ${part}`;
    return longer.length <= VIEW_NAME_MAX ? longer : name;
  }, '');
  return named || t('views.save.default');
};

const schema = object({ name: requiredText(VIEW_NAME_MAX) });

interface ViewDialogProps {
  address: ApplicationsAddress;
  /** The view to rename; null saves the list as a new one. */
  view: SavedView | null;
  onClose: () => void;
}

/** Names a view, and shares it where the user may. */
export const ViewDialog = ({ address, view, onClose }: ViewDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { save } = useFields(selectViews, 'save');
  // Root and HR, who reach the whole organisation, share views with it.
  const canShare = useAppSelector(selectSeesBranches) && (view === null || view.isOwn);
  const suggested = useSuggestedName(address);
  const [initial] = useState({ name: view?.name ?? suggested, isShared: view?.isShared ?? false });
  // Before the submit, the state belongs to an earlier dialog.
  const [wasSubmitted, setWasSubmitted] = useState(false);
  useEffect(() => () => void dispatch(dialogLeft()), [dispatch]);
  const finish = useEffectEvent((id: number) => {
    onClose();
    if (view === null) address.goToView(id);
  });
  const savedId = wasSubmitted && save.status === 'loaded' ? save.data.id : null;
  useEffect(() => {
    if (savedId !== null) finish(savedId);
  }, [savedId]);

  const isBusy = save.status === 'loading';
  const handleSubmit = (values: typeof initial) => {
    if (isBusy) return;
    setWasSubmitted(true);
    const name = values.name.trim();
    const shared = canShare ? { isShared: values.isShared } : {};
    if (view) {
      const body = { version: view.version, name, ...shared };
      dispatch(changeSubmitted({ id: view.id, body, isNotified: false }));
    } else {
      dispatch(viewSubmitted({ name, query: queryOf(placeIn(address)), ...shared }));
    }
  };
  return (
    <FormModal
      title={t(view ? 'views.rename.title' : 'views.save.title')}
      action={t('views.save.action')}
      initialValues={initial}
      schema={schema}
      failure={wasSubmitted ? shownErrorOf(save) : null}
      isBusy={isBusy}
      isRestored={false}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        name="name"
        required
        autoComplete="off"
        label={t('views.name')}
        hint={view === null && address.filters.q !== '' && t('views.save.withoutSearch')}
        maxLength={VIEW_NAME_MAX}
        onFocus={({ target }) => target.select()}
      />
      {canShare && <CheckboxField name="isShared" label={t('views.share')} />}
    </FormModal>
  );
};
