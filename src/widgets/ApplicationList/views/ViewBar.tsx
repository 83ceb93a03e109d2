import { useState, Fragment, useEffect, useRef } from 'react';
import {
  changeSubmitted,
  dialogLeft,
  removalSubmitted,
  selectViews,
  type SavedView,
  isSameQuery,
  queryOf,
  selectViewList,
  viewsRequested,
} from '../../../domains/views';
import { useAppDispatch, useFields, useAppSelector } from '../../../store/hooks';
import { IconButton, Button } from '../../../ui/Button';
import { Menu, MenuAction } from '../../../ui/Menu';
import { RemovalDialog } from '../../../ui/RemovalDialog';
import { T, useText } from '../../../ui/text';
import { Icon } from '../../../ui/icons';
import { showFocused } from '../../../ui/useMedia';
import { placeIn, type ApplicationsAddress, type Stop } from '../useApplicationsAddress';
import { withoutPersonal } from '../../../domains/applications';
import { ProgressLine } from '../../../ui/ProgressLine';
import { EmptyState, ErrorState } from '../../../ui/State';
import { ViewDialog } from './ViewDialog';
import { SaveView } from '../ListTab';
import styles from './ViewBar.module.css';

interface StoppedViewProps {
  address: ApplicationsAddress;
  stop: Stop;
}

/** Says why the list of a view is empty. Without the view the list would show more than the user asked for. */
export const StoppedView = ({ address, stop }: StoppedViewProps) => {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectViewList);
  if (stop === 'loading') return <ProgressLine />;
  if (stop === 'failed')
    return list.status === 'failed' ? (
      <ErrorState failure={list.error} onRetry={() => dispatch(viewsRequested())} />
    ) : null;
  return (
    <EmptyState
      icon="filter"
      title={<T id={`views.stop.${stop}`} />}
      text={<T id={`views.stop.${stop}.text`} />}
      action={
        stop === 'personalOff' ? (
          <Button onClick={() => address.goToFilters(withoutPersonal(address.filters))}>
            <T id="views.stop.personalOff.action" />
          </Button>
        ) : (
          <Button onClick={() => address.goToView(null)}>
            <T id="views.stop.action" />
          </Button>
        )
      }
    />
  );
};

interface ViewRemovalProps {
  view: SavedView;
  onClose: () => void;
}

const ViewRemoval = ({ view: { id, name, isShared }, onClose }: ViewRemovalProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { removal } = useFields(selectViews, 'removal');
  useEffect(() => () => void dispatch(dialogLeft()), [dispatch]);
  return (
    <RemovalDialog
      title={t('views.delete.title', { name })}
      text={t(isShared ? 'views.delete.sharedText' : 'views.delete.text')}
      action={t('views.delete')}
      isBusy={removal.status === 'loading'}
      failure={removal.status === 'failed' ? removal.error : null}
      onConfirm={() => dispatch(removalSubmitted({ id }))}
      onCancel={onClose}
    />
  );
};

interface ViewMenuProps {
  address: ApplicationsAddress;
  view: SavedView;
  isFirst: boolean;
}

/** Renames, moves and deletes the open view. */
const ViewMenu = ({ address, view, isFirst }: ViewMenuProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { removal } = useFields(selectViews, 'removal');
  const [open, setOpen] = useState<'name' | 'removal' | null>(null);
  const [next, setNext] = useState<'name' | 'removal' | null>(null);
  const { id, name, version } = view;
  const isDeleted = removal.status === 'loaded' && removal.data.id === id;
  if (open === 'removal' && isDeleted) setOpen(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        trigger={<IconButton small icon="down" label={t('views.menu', { name })} />}
        // The dialog opens once the menu has returned the focus, which the dialog returns in turn.
        onClosed={() => {
          setOpen(next);
          setNext(null);
        }}
      >
        <MenuAction icon="edit" onChoose={() => setNext('name')}>
          <T id="views.rename" />
        </MenuAction>
        {!isFirst && (
          <MenuAction
            icon="back"
            onChoose={() => dispatch(changeSubmitted({ id, body: { version, isFirst: true }, isNotified: true }))}
          >
            <T id="views.toFront" />
          </MenuAction>
        )}
        <MenuAction icon="trash" onChoose={() => setNext('removal')}>
          <T id="views.delete" />
        </MenuAction>
      </Menu>
      {open === 'name' && <ViewDialog address={address} view={view} onClose={close} />}
      {open === 'removal' && <ViewRemoval view={view} onClose={close} />}
    </>
  );
};

interface OpenViewProps {
  address: ApplicationsAddress;
  view: SavedView;
}

/** What the user can do with filters that differ from those of the view. */
const ChangedView = ({ address, view }: OpenViewProps) => {
  const dispatch = useAppDispatch();
  const { save } = useFields(selectViews, 'save');
  const { id, name, version } = view;
  const handleUpdate = () => {
    const body = { version, query: queryOf(placeIn(address)) };
    dispatch(changeSubmitted({ id, body, isNotified: true }));
  };
  return (
    <div className="row wrap gap-8" role="group" aria-label={name}>
      <span className="hint">
        <T id="views.changed" />
      </span>
      {view.canChange && (
        <Button small busy={save.status === 'loading'} onClick={handleUpdate}>
          <T id="views.update" />
        </Button>
      )}
      <SaveView address={address} isChanged />
      <Button small look="quiet" onClick={() => address.goToView(id)}>
        <T id="views.reset" />
      </Button>
    </div>
  );
};

/** How much of the chip before the open view stays in sight, in pixels. */
const PEEK = 48;

/** The saved views over the list: one press opens one. The open one can be renamed, updated and deleted. */
export const ViewBar = ({ address, views }: { address: ApplicationsAddress; views: readonly SavedView[] }) => {
  const t = useText();
  const { named, stop, goToView } = address;
  const view = named?.view;
  const pressed = useRef<HTMLButtonElement>(null);
  const viewId = view?.id;
  useEffect(() => {
    // On a phone the chips are one line, which scrolls; the page must not.
    const chip = pressed.current;
    if (chip && viewId !== undefined) chip.parentElement!.scrollLeft = chip.offsetLeft - PEEK;
  }, [viewId]);
  return (
    <div className={styles.bar}>
      <div className="chip-line" role="group" aria-label={t('views.label')} onFocus={showFocused}>
        <button type="button" className={styles.chip} aria-pressed={named === null} onClick={() => goToView(null)}>
          <T id="views.all" />
        </button>
        {views.map(({ id, name, isShared }) => (
          <Fragment key={id}>
            <button
              ref={id === named?.id ? pressed : undefined}
              type="button"
              className={styles.chip}
              aria-pressed={id === named?.id}
              onClick={() => goToView(id)}
            >
              <span>{name}</span>
              {isShared && (
                <>
                  <Icon name="branches" size={16} />
                  <span className="visually-hidden">{t('views.shared')}</span>
                </>
              )}
            </button>
            {id === view?.id && view.canChange && (
              <ViewMenu address={address} view={view} isFirst={id === views[0]?.id} />
            )}
          </Fragment>
        ))}
      </div>
      {view && stop === null && !isSameQuery(queryOf(placeIn(address)), view.query) && (
        <ChangedView address={address} view={view} />
      )}
    </div>
  );
};
