import type { PrivacyState } from './slice';

export const selectPrivacy = ({ privacy }: { privacy: PrivacyState }) => privacy;
