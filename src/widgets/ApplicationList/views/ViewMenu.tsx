import { useState } from 'react';
import { changeSubmitted, dialogOpened, removalSubmitted, selectViews, type SavedView } from '../../../domains/views';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { IconButton } from '../../../ui/Button';
import { Menu, MenuAction } from '../../../ui/Menu';
import { RemovalDialog } from '../../../ui/RemovalDialog';
import { T, useText } from '../../../ui/text';
import type { ApplicationsAddress } from '../useApplicationsAddress';
import { ViewDialog } from './ViewDialog';

interface ViewMenuProps {
  address: ApplicationsAddress;
  view: SavedView;
  isFirst: boolean;
}

/** Renames, moves and deletes the open view. */
export const ViewMenu = ({ address, view, isFirst }: ViewMenuProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { removal } = useFields(selectViews, 'removal');
  const [open, setOpen] = useState<'name' | 'removal' | null>(null);
  const [next, setNext] = useState<'name' | 'removal' | null>(null);
  const { id, name, version, isShared } = view;
  const isDeleted = open === 'removal' && removal.status === 'loaded';
  if (isDeleted) setOpen(null);
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
            onChoose={() => dispatch(changeSubmitted({ id, body: { version, isFirst: true }, isNotified: false }))}
          >
            <T id="views.toFront" />
          </MenuAction>
        )}
        <MenuAction
          icon="trash"
          onChoose={() => {
            dispatch(dialogOpened());
            setNext('removal');
          }}
        >
          <T id="views.delete" />
        </MenuAction>
      </Menu>
      {open === 'name' && <ViewDialog address={address} view={view} onClose={() => setOpen(null)} />}
      {open === 'removal' && (
        <RemovalDialog
          title={t('views.delete.title', { name })}
          text={t(isShared ? 'views.delete.sharedText' : 'views.delete.text')}
          action={t('views.delete')}
          isBusy={removal.status === 'loading'}
          failure={removal.status === 'failed' ? removal.error : null}
          onConfirm={() => dispatch(removalSubmitted({ id }))}
          onCancel={() => setOpen(null)}
        />
      )}
    </>
  );
};
