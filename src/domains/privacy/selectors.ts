import type { HoldState } from './holdSlice';
import type { PrivacyState } from './slice';

export const selectPrivacy = ({ privacy }: { privacy: PrivacyState }) => privacy;

export const selectHolds = ({ privacyHolds }: { privacyHolds: HoldState }) => privacyHolds;
