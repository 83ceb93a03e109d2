import { Fragment, useEffect, useRef } from 'react';
import { changeSubmitted, isSameQuery, queryOf, selectViews, type SavedView } from '../../../domains/views';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/icons';
import { showFocused } from '../../../ui/showFocused';
import { T, useText } from '../../../ui/text';
import type { ApplicationsAddress } from '../useApplicationsAddress';
import { SaveView } from './SaveView';
import { placeIn } from './viewAddress';
import { ViewMenu } from './ViewMenu';
import styles from './Views.module.css';

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
    <div className={styles.changed} role="group" aria-label={name}>
      <span className={styles.note}>
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
      <div className={styles.chips} role="group" aria-label={t('views.label')} onFocus={showFocused}>
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
