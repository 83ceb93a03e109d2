import { useMemo } from 'react';
import { selectActiveJobFields } from '../../domains/jobs';
import { isType, type SessionUser } from '../../domains/session';
import { useAppSelector } from '../../store/hooks';
import type { JobFormRules } from './form';

export const useJobRules = (user: SessionUser, isEdit: boolean): JobFormRules => {
  const active = useAppSelector(selectActiveJobFields);
  return useMemo(
    () => ({
      userId: user.id,
      isEdit,
      active,
      choosesBranch: isType(user, 'root', 'hr_account'),
      isCompany: isType(user, 'company'),
      isHr: isType(user, 'hr_account'),
      asksPeopleBox: user.peopleBoxCredential?.status === 'active',
    }),
    [user, isEdit, active],
  );
};
